/** Binds a page to a scene by attributes. Everything is shown as text; what would be code in an attribute is left out. */

import type { Live } from './client.js';

/**
 * Binds what is below an element to a scene; ends it with what comes back. `root.dataset.state` says how it stands. Paths are names
 * with dots, such as `outputs.total`: the first is looked for among the fields and members of the row, the outputs, and the members
 * of the document.
 *
 * | attribute | does |
 * |---|---|
 * | `data-text="outputs.total"` | shows a value |
 * | `data-attr="href: href; title: subtitle"` | sets attributes, or takes them away where there is no value |
 * | `data-class="late: outputs.isLate; ok: !problem"` | has classes while a value is set, or with `!` while it is not |
 * | `data-show="problem"`, `data-show="!problem"` | is there while a value is set, or is not |
 * | `data-input="name"` | an input of a personal scene, both ways; what is wrong with it is its validity; a radio button is checked while its value is that of the input |
 * | `data-command="save"` | runs a command: a button when it is pressed, a form with its fields when it is sent: those that a browser would send, and `false` for a checkbox that is not checked |
 * | `data-list`, `data-list="SECTION"` | has a child for each row: made by the `<template data-template="NAME">` in it that the row names, else the one without a name, else from title, subtitle and image |
 * | `data-slot="pantry"` | what stands in a slot: what is below is bound to that |
 *
 * What is entered while the server is away, or is lost on its way, is sent when it is back. A field that has the focus is left alone, and shows
 * what the document has when it is left. A form is sent once at a time: it has `aria-busy="true"` until its command is answered.
 *
 * Values are sent as the document describes them (`accepts`, `arguments`): an integer as a number, an empty field as `null` where that is
 * taken. Text that does not fit is sent as it is, and the server refuses it. A refusal is shown as the validity of the field that it
 * names, until something else is entered there.
 *
 * The events `oriel-error` (`detail` is the failure) and `oriel-done` of the root tell what came of commands, and `oriel-error` of inputs
 * that were refused.
 */
export function bind(root: HTMLElement, live: Live): () => void;

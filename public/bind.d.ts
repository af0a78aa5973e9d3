/**
 * Binds a page to a scene by attributes. Values are shown as text. Attributes that a browser would
 * run as code are left out.
 */

import type { Live, Screen } from './client.js';

/**
 * Binds the elements in a root to a scene. Returns the function that ends it.
 *
 * `root.dataset.state` is the state of the connection, or the code of an error. Paths are names
 * with dots, such as `outputs.total`. The first name is looked up in the fields and members of the
 * row, then in the outputs, then in the members of the document.
 *
 * | attribute | effect |
 * |---|---|
 * | `data-text="outputs.total"` | shows a value |
 * | `data-attr="href: href; title: subtitle"` | sets attributes, or removes them without a value |
 * | `data-class="late: outputs.isLate; ok: !problem"` | has classes while values are set, or not |
 * | `data-show="problem"`, `data-show="!problem"` | is visible while a value is set, or is not |
 * | `data-input="name"` | is an input of a personal scene, in both directions |
 * | `data-command="save"` | runs a command: a button when pressed, a form when submitted |
 * | `data-list`, `data-list="SECTION"` | has a child for each row |
 * | `data-slot="pantry"` | binds its content to the document in a slot |
 *
 * - An input shows its error as its validity. A radio button is checked while its value is that of
 *   the input.
 * - A form sends the fields that a browser would send, and `false` for an unchecked checkbox. It is
 *   submitted once at a time: it has `aria-busy="true"` until its command is answered.
 * - The child of a row is made by the `<template data-template="NAME">` in the list that the row
 *   names, or by the template without a name. Without templates it shows title, subtitle and image.
 * - A section that has a title has a child above its rows, made by the template named `heading`.
 *   Its paths begin in the section. A list without templates shows the titles of its sections,
 *   unless it is the list of one section.
 *
 * Inputs that are entered while the server is away are sent after a reconnect. A field that has the
 * focus is not changed; it shows the value of the document when the focus leaves it.
 *
 * Values are sent in the type that the document declares (`accepts`, `arguments`): an integer as a
 * number, an empty field as `null` if that is allowed. Text that does not fit is sent as it is, and
 * the server refuses it. The error is the validity of its field until another value is entered.
 *
 * The root gets the event `oriel-error` (`detail` is the error) when a command fails or an input is
 * refused, and `oriel-done` when a command succeeds.
 */
export function bind<Type extends Screen>(root: HTMLElement, live: Live<Type>): () => void;

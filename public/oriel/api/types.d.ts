/** The types of the modules in this folder. No module loads this file. */

import type { JSONValue } from '../../document.js';

/* ---- schema.js ---- */

/** A schema of an OpenAPI document, or a reference to one. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: JSONValue[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Sets the OpenAPI document that references point into. */
export function use(description: object): void;

/** Returns what a reference points to, or the value itself. */
export function resolve(value: Schema | undefined): Schema;

/** Returns a schema in a few words: a type, the name of a type, or the values. */
export function words(schema: Schema): string;

/** Returns a value of a schema: of an object all required members, or else the first. */
export function example(schema: Schema): JSONValue;

/** The description that `use` was called with. */
let root;

/** Sets the OpenAPI document that references point into. */
export const use = description => { root = description; };

/** Returns what a reference points to, or the value itself. */
export function resolve(value) {
  if (!value?.$ref) return value ?? {};
  const parts = value.$ref.split('/').slice(1);
  return resolve(parts.reduce((found, part) => found?.[part], root));
}

/** Returns a schema in a few words: a type, the name of a type, or the values. */
export function words(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(words))].join(' | ');
  if (schema.allOf) return words(schema.allOf[0]);
  if (schema.items) return `${words(schema.items)}[]`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

/* Returns a schema with the members of those that it refers to. */
function whole(schema) {
  const { allOf = [], ...own } = resolve(schema);
  return [...allOf.map(whole), own].reduce((all, part) => ({
    ...all,
    ...part,
    properties: { ...all.properties, ...part.properties },
    required: [...all.required ?? [], ...part.required ?? []],
  }), {});
}

/** Returns a value of a schema: of an object all required members, or else the first. */
export function example(schema) {
  const { type, anyOf, enum: values, properties = {}, required = [] } = whole(schema);
  if (anyOf) return example(anyOf.find(({ type }) => type !== 'null'));
  if (values) return values[0];
  const kind = [type].flat()[0];
  if (kind === 'object') {
    const names = required.length ? required : Object.keys(properties).slice(1, 2);
    return Object.fromEntries(names.map(name => [name, example(properties[name])]));
  }
  return { integer: 1, number: 1, boolean: true, string: '', array: [] }[kind] ?? null;
}

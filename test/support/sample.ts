/** As much of a JSON schema as it takes to make something up. */
type Form = {
  readonly anyOf?: readonly Form[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly items?: Form;
  readonly minItems?: number;
};

/** Something that has the form of what a route takes, so that what refuses it is not its form. */
export function sample(schema: object | undefined, name = ''): unknown {
  const form = (schema ?? {}) as Form;
  if (form.const !== undefined) return form.const;
  if (form.enum !== undefined) return form.enum[0];
  if (form.anyOf !== undefined) return sample(form.anyOf[0], name);
  const [kind] = [form.type ?? 'object'].flat();
  if (kind === 'string') return name.toLowerCase().endsWith('at') ? '2026-12-24T10:00:00Z' : 'something';
  if (kind === 'number' || kind === 'integer') return form.minimum ?? 1;
  if (kind === 'boolean') return true;
  if (kind === 'array') return form.minItems === undefined ? [] : [sample(form.items)];
  const { properties = {}, required = [] } = form;
  return Object.fromEntries(required.map((field) => [field, sample(properties[field], field)]));
}

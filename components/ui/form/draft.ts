/** The values of a form that is being filled in: as its schema takes them, except that an empty amount is null. */
export type Draft<Input> = { -readonly [Name in keyof Input]-?: DraftOf<Exclude<Input[Name], undefined>> };

type DraftOf<Value> = Value extends bigint
  ? bigint | null
  : Value extends readonly (infer Item)[]
    ? (Item extends object ? Draft<Item> : Item)[]
    : Value;

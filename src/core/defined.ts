type Defined<Keys> = { readonly [Name in keyof Keys]?: Exclude<Keys[Name], undefined> }

/** The keys of an object that have a value: optional keys are absent, never `undefined`. */
export const defined = <Keys extends object>(keys: Keys): Defined<Keys> =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined)) as Defined<Keys>

const sha = /^[0-9a-f]{7,64}$/i

/** `--commit` takes the SHA that stands behind it, and nothing else: `baton accept --commit TinyGain` names a target. */
export const explicit = (argv: readonly string[]): readonly string[] =>
  argv.map((argument, index) => (argument === '--commit' && !sha.test(argv[index + 1] ?? '') ? '--commit=' : argument))

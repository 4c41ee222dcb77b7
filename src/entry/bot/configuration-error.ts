/** Why the bot does not start: what is wrong with its environment, and how to repair it. Never with a secret in it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

import { pluginName } from './model.ts'

/** The command that mends a finding, `NAME` replaced by the plugin's name; none for a name that no command takes. */
export function repair(command: string, name: string): { readonly fix?: string } {
  return pluginName.test(name) ? { fix: command.replace('NAME', name) } : {}
}

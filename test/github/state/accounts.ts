/** An account on GitHub: a person, an app or an organisation. */
export interface Account {
  readonly type: 'User' | 'Bot' | 'Organization'
  /** An app's ends in `[bot]`. */
  readonly login: string
  readonly id: number
  readonly node: string
}

/**
 * A role of an organisation's own making, on top of one of GitHub's. Documentation: "About custom repository roles".
 */
export interface CustomRole {
  readonly name: string
  readonly base: BaseRole
}

export type BaseRole = 'read' | 'triage' | 'write' | 'maintain' | 'admin'
export type Role = BaseRole | CustomRole

export const roleName = (role: Role): string => (typeof role === 'string' ? role : role.name)
export const baseRole = (role: Role): BaseRole => (typeof role === 'string' ? role : role.base)

/**
 * The author of a commit that is made for an account. Documentation: "Setting your commit email address": the address
 * that GitHub gives every account.
 */
export const identity = ({ id, login }: Account) => ({ name: login, email: `${id}+${login}@users.noreply.github.com` })

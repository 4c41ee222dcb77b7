import type { Account } from '../state/accounts.ts'
import type { App } from '../state/apps.ts'

/** Documentation: GraphQL "Interfaces", `Actor`. A bot's login is here without the `[bot]` that it has in REST. */
export const actor = (account: Account | undefined) =>
  account
    ? {
        __typename: account.type,
        id: account.node,
        databaseId: account.id,
        login: account.login.replace(/\[bot\]$/, ''),
      }
    : null

/** As what a commit's author is shown: a `User`, be it a bot; then with its whole login. */
export const userOf = (account: Account | undefined) =>
  account ? { __typename: 'User', id: account.node, databaseId: account.id, login: account.login } : null

export const appObject = ({ id, node, slug }: App) => ({
  __typename: 'App',
  id: node,
  databaseId: id,
  slug,
  name: slug,
})

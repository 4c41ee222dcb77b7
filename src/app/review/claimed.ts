import type { CheckClaims } from '../ports.ts'

const nothing = () => Promise.resolve()

/**
 * Does something with the check of a commit to oneself.
 *
 * @param work hears whether it is: else somebody else is checking that commit now
 */
export async function claimed<Result>({ claim }: CheckClaims, head: string, work: (ours: boolean) => Promise<Result>): Promise<Result> {
  const release = claim ? await claim(head) : nothing
  try {
    return await work(release !== undefined)
  } finally {
    await release?.()
  }
}

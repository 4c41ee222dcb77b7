/** Why control is returned, in every protocol. */
export const reasons = ['success', 'error', 'question'] as const
export type Reason = (typeof reasons)[number]

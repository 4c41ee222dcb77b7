/** An audit may be this much late, in intervals. */
const patience = 1.5

/** Whether an audit is so old, in milliseconds, that its heartbeat has stopped. */
export const isAuditOverdue = (age: number, every: number): boolean => !(age < every * patience)

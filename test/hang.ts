/**
 * Milliseconds after which a test counts as hanging, long beyond what it takes on the busiest machine. No test limits
 * how long anything may take: steps, parses and requests are counted instead (`test/steps`).
 */
export const hang = 600_000

/** The same for what a test waits for, so that it can still say what did not come true. */
export const waitLimit = hang / 2

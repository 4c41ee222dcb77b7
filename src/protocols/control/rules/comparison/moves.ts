import type { ChangeSubject } from '../../subjects.ts'

/** The answer went and no new grant came in its place. */
export const isDeleted = ({ before, stage, newGrant }: ChangeSubject): boolean =>
  before.handback.value !== undefined && !stage.handback.there && !newGrant

/** The grant went, and what is left says nothing of it. */
export const isWithdrawn = (change: ChangeSubject): boolean =>
  change.before.accept.value !== undefined && !change.stage.accept.there && !isDeleted(change)

/** A valid answer became another one, valid or not, without a new grant. */
export const isRewritten = ({ before, stage, newGrant, handbackChanged }: ChangeSubject): boolean =>
  before.handback.value !== undefined && stage.handback.there && handbackChanged && !newGrant

/** The answer of the cycle before stands beside a new grant. */
export const isStale = ({ before, stage, newGrant, handbackChanged }: ChangeSubject): boolean =>
  before.handback.value !== undefined && stage.handback.there && !handbackChanged && newGrant

/** A grant and its answer came together. */
export const isWhole = ({ stage, newGrant, handbackChanged }: ChangeSubject): boolean =>
  newGrant && stage.handback.value !== undefined && handbackChanged

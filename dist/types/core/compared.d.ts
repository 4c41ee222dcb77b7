/** What one of the places that are compared contains; `null`: there is nothing. */
export interface PlaceValue {
    /** What the protocol calls the place: `row`, `entry`, `checksum`, `file`. */
    readonly place: string;
    /** As it is written in the file, which may be anything. */
    readonly value: string | null;
}
/** What stands before one of the places of a contradiction: two with the same value are not the ones that disagree. */
export declare const signBefore: (said: readonly PlaceValue[], index: number) => string;
/** Places that must agree, and what they contain. */
export interface PlaceComparison {
    /** The code of the rule that reports them where they do not agree. */
    readonly code: string;
    readonly target?: string | undefined;
    /** What is compared, by one word in every code about it: `status`, `creative_brief`. */
    readonly subject?: string;
    /** Other subjects of the target that are compared only where these places agree. */
    readonly precedes?: readonly string[];
    readonly said: readonly PlaceValue[];
    readonly agrees: boolean;
}
/** The fields of a finding about places that disagree. */
export declare const contradiction: ({ subject, said }: Pick<PlaceComparison, 'subject' | 'said'>) => {
    subject?: string;
    said: readonly PlaceValue[];
};

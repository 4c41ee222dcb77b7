import"./rolldown-runtime.js";import{Oo as kindFiles,y as change}from"./check.js";import{P as currentVersions,t as annotationDigest}from"./annotations.js";const folder=`.claude/projects/2026-01-20-login`,briefPath=`${folder}/brief.md`,researchPath=`${folder}/research/01-browsers.md`,planPath=`${folder}/plan.md`,progressPath=`${folder}/progress.json`,reviewPath=`${folder}/review.md`,overviewPath=`${folder}/architecture/overview.md`,statePath=`${folder}/.session-state.local.json`,promptPath=`${folder}/NEXT-SESSION-PROMPT.local.md`,pathOf={brief:briefPath,research:researchPath,plan:planPath,progress:progressPath,review:reviewPath,"session-state":statePath,"next-session-prompt":promptPath},workPath=e=>`src/step${e}.ts`,work=`export {}
`,blocker=`3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f`,major=`abababababababababababababababababababab`,minor=`1234567890123456789012345678901234567890`,brief=`---
type: trekbrief
brief_version: "2.0"
created: 2026-01-20
task: Let people sign in with a passkey
slug: login
project_dir: ${folder}/
research_topics: 1
research_status: complete
---

# Login

## Intent

People forget passwords.

## Goal

Sign in with a passkey.

## Success Criteria

- A new device signs in within a minute.
`,manifestOf=e=>`- **Manifest:**
  \`\`\`yaml
  manifest:
    expected_paths: [${workPath(e)}]
    min_file_count: 1
    commit_message_pattern: "^feat\\\\(step${e}\\\\):"
    bash_syntax_check: []
    forbidden_paths: []
    must_contain: []
  \`\`\`
`,plan=`---
plan_version: "1.7"
source_findings: [${blocker}, ${major}]
---

# Plan

## Implementation Plan

### Step 1: Store credentials

Do it.

${manifestOf(1)}
### Step 2: Ask the browser

Do it.

${manifestOf(2)}`,progress=`{
  "schema_version": "1",
  "plan": "${planPath}",
  "plan_type": "plan",
  "plan_version": "1.7",
  "started_at": "2026-01-20T10:00:00Z",
  "updated_at": "2026-01-20T12:00:00Z",
  "mode": "execute",
  "total_steps": 2,
  "current_step": 1,
  "status": "in_progress",
  "steps": {
    "1": { "status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1", "manifest_audit": "pass" },
    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }
  }
}
`,review=`---
type: trekreview
review_version: "1.0"
task: Let people sign in with a passkey
slug: login
project_dir: ${folder}/
brief_path: ${briefPath}
scope_sha_end: 9a8b7c6d5e4f
reviewed_files_count: 4
findings:
  - ${blocker}
  - ${major}
  - ${minor}
verdict: BLOCK
---

# Review

## Executive Summary

Not yet.

## Coverage

All of it.

## Remediation Summary

Two things.

## Findings (BLOCKER)

### ${blocker}

The key is logged.

## Findings (MAJOR)

### ${major}

No time limit.

## Findings (MINOR)

### ${minor}

A typo.
`,state=`{
  "schema_version": 1,
  "project": "${folder}",
  "next_session_brief_path": "${briefPath}",
  "next_session_label": "Session 2",
  "status": "in_progress",
  "updated_at": "2026-01-20T12:00:00Z"
}
`,sample={[briefPath]:brief,[researchPath]:`---
type: trekresearch-brief
created: 2026-01-20
question: Which browsers can do it?
confidence: 0.8
dimensions: 1
---

# Browsers

## Executive Summary

All that matter.

## Dimensions

1. Desktop and phone
`,[planPath]:plan,[progressPath]:progress,[reviewPath]:review,[overviewPath]:`# Overview

Boxes.
`,[workPath(1)]:work,[workPath(2)]:work},session={...sample,[statePath]:state,[promptPath]:`---
produced_by: trekendsession
produced_at: 2026-01-20T12:00:00Z
---

Go on with step 2.
`},inFile=(e,t=sample)=>(...n)=>change(t,{[e]:n}),inBrief=inFile(briefPath),inResearch=inFile(researchPath),inPlan=inFile(planPath),inProgress=inFile(progressPath),inReview=inFile(reviewPath),inState=inFile(statePath,session),inPrompt=inFile(promptPath,session),aboveSteps=e=>inPlan([`## Implementation Plan`,`${e}\n\nText.\n\n## Implementation Plan`]),linked=e=>({head:change(session,{[e]:`elsewhere`}),links:[e]}),only=(...e)=>Object.fromEntries(Object.entries(session).filter(([t])=>e.includes(t))),finished=[[`"current_step": 1,
  "status": "in_progress"`,`"current_step": 2,
  "status": "completed",
  "completed_at": "2026-01-20T12:00:00Z"`],[`"2": { "status": "pending", "attempts": 0`,`"2": { "status": "completed", "attempts": 1`]],inFinished=(...e)=>inProgress(...finished,...e),withoutWork=e=>Object.fromEntries(Object.entries(e).filter(([e])=>e!==workPath(1)&&e!==workPath(2))),working=[[`"2": { "status": "pending", "attempts": 0`,`"2": { "status": "in_progress", "attempts": 1`]],annotation=`  - id: ANN-0001
    target_artifact: plan.md
    target_anchor: step-2
    intent: change
    comment: "retry twice, then give up"
    line: 31
`,digest=`7fb4d1528ea8d2bf`,anchor=`<!-- voyage:anchor id="ANN-0001" target="plan.md#step-2" line="31" -->
`,revisedSample=inPlan([`source_findings`,`revision: 1\nsource_annotations:\n${annotation}annotation_digest: "${digest}"\nsource_findings`],[`### Step 2`,`${anchor}### Step 2`]),inRevised=(...e)=>change(revisedSample,{[planPath]:e}),firstAnnotation={id:`ANN-0001`,target_artifact:`plan.md`,target_anchor:`step-2`,intent:`change`,comment:`retry twice, then give up`,line:31},batch=e=>({head:{"batch.json":e},named:[`batch.json`],as:`annotations`}),batchEntry=`{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "change", "comment": "retry twice, then give up", "line": 31 }`,inManifest=(e,t)=>inPlan([e,t]),withPattern=e=>inPlan([`"^feat\\\\(step1\\\\):"`,e]),inOldPlan=(...e)=>change(only(planPath),{[planPath]:[[`source_findings: [${blocker}, ${major}]\n`,``],[`plan_version: "1.7"`,`plan_version: "1.6"`],...e]}),laterUpdate=[`"updated_at": "2026-01-20T12:00:00Z"`,`"updated_at": "2026-01-20T13:00:00Z"`],restarted=[`"started_at": "2026-01-20T10:00:00Z",
  "updated_at": "2026-01-20T12:00:00Z"`,`"started_at": "2026-01-21T10:00:00Z",
  "updated_at": "2026-01-21T10:00:00Z"`],startCommit={sha:`1111111aaaa`,subject:`feat(step0): begin`},firstCommit={sha:`4f2a9c1bbbb`,subject:`feat(step1): store credentials`},planAlone=inPlan([`source_findings: [3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f, abababababababababababababababababababab]
`,``])[`.claude/projects/2026-01-20-login/plan.md`]??``,otherId$1=`00112233445566778899aabbccddeeff00112233`;({...session});const moved=e=>inRevised([anchor,``],[`Do it.

- **Manifest:**`,e]),none=`source_annotations:\n${annotation}annotation_digest: "${digest}"\n`,examples$17={ANNOTATION_ANCHOR_INVALID:{bad:{"no target":inRevised([` target="plan.md#step-2"`,``]),indented:inRevised([anchor,` ${anchor}`])},good:{"in code it is text":inPlan([`# Plan`,`# Plan\n\nAn anchor is \`<!-- voyage:anchor id="ANN-0001" target="plan.md#step-2" line="31" -->\`:\n\n\`\`\`html\n${anchor}\`\`\``]),"another order, and an unknown name":inRevised([`<!-- voyage:anchor id="ANN-0001" target="plan.md#step-2" line="31" -->`,`<!-- voyage:anchor by="octocat" target="plan.md#step-2" id="ANN-0001" -->  `])}},ANNOTATION_PLACEMENT_INVALID:{bad:{"in a paragraph":moved(`Do it.\n${anchor}Soon.\n\n- **Manifest:**`),"between the items of a list":moved(`Do it.\n\n- One\n${anchor}- **Manifest:**`)},good:{"before a paragraph":moved(`${anchor}Do it.\n\n- **Manifest:**`),"at the end":inRevised([anchor,``],[`"^feat\\\\(step2\\\\):"
    bash_syntax_check: []
    forbidden_paths: []
    must_contain: []
  \`\`\`
`,`"^feat\\\\(step2\\\\):"\n    bash_syntax_check: []\n    forbidden_paths: []\n    must_contain: []\n  \`\`\`\n${anchor}`])}},ANNOTATION_ANCHOR_UNLISTED:{bad:{"no list at all":inRevised([`revision: 1
`,``],[none,``])},good:{"an annotation without an anchor":inRevised([anchor,``])}},ANNOTATION_ANCHOR_MISMATCH:{bad:{"another step":inRevised([`target="plan.md#step-2"`,`target="plan.md#step-1"`])},good:{"the same":revisedSample}}},second={id:`ANN-0002`,target_artifact:`plan.md`,target_anchor:`step-1`,intent:`risk`},another=e=>inRevised([annotation,annotation+`  - id: ANN-0002
    target_artifact: plan.md
    target_anchor: step-1
    intent: risk
`],[digest,annotationDigest([firstAnnotation,second])],[`revision: 1
`,`revision: ${e}\n`]),examples$16={ANNOTATION_REVISION_STEP:{bad:{"an annotation without a new revision":{base:revisedSample,head:another(1)},"two at once":{base:revisedSample,head:another(3)}},good:{"one more":{base:revisedSample,head:another(2)},"a change of the text with its reason":{base:revisedSample,head:inRevised([`revision: 1
`,`revision: 2
revision_reason: "scope was cut"
`],[`# Plan`,`# The plan`])}}},ANNOTATION_NOT_APPEND_ONLY:{bad:{"another comment, and its digest":{base:revisedSample,head:inRevised([`retry twice`,`retry thrice`],[digest,annotationDigest([{...firstAnnotation,comment:`retry thrice, then give up`}])])}},good:{"anchors may be taken out":{base:revisedSample,head:inRevised([anchor,``])}}},ANNOTATION_BODY_CHANGED:{bad:{"another line":{base:sample,head:inRevised([`# Plan
`,`# The plan
`])},"another line, and a reason that says nothing":{base:sample,head:inRevised([`# Plan
`,`# The plan
`],[`revision: 1
`,`revision: 1
revision_reason: " "
`])}},good:{"with a reason":{base:sample,head:inRevised([`# Plan
`,`# The plan
`],[`revision: 1
`,`revision: 1
revision_reason: clearer
`])}}},ANNOTATION_REASON_MISSING:{bad:{"a new line":{base:sample,head:inRevised([`# Plan
`,`# Plan

In short.
`])}},good:{"only anchors":{base:sample,head:revisedSample}}}},examples$15={ANNOTATION_REVISION_INVALID:{bad:{"a version":inRevised([`revision: 1
`,`revision: v1
`]),negative:inRevised([`revision: 1
`,`revision: -1
`])},good:{"absent: 0":sample}},ANNOTATION_LIST_INVALID:{bad:{"a text":inPlan([`source_findings`,`source_annotations: none
source_findings`]),"nothing after the colon":inPlan([`source_findings`,`source_annotations:
source_findings`])},good:{"an empty one":inPlan([`source_findings`,`source_annotations: []
source_findings`])}},ANNOTATION_ENTRY_INVALID:{bad:{"an intent that there is not":inRevised([`intent: change`,`intent: rewrite`]),"no target":inRevised([`    target_anchor: step-2
`,``])},good:{"unknown keys":inRevised([`    intent: change
`,`    intent: change
    author: octocat
`]),"a comment that says nothing":inRevised([`    comment: "retry twice, then give up"
`,`    comment: ~
`],[digest,`11c724f2a51f55ed`])}},ANNOTATION_DUPLICATE_ID:{bad:{"two anchors":inRevised([`## Implementation Plan`,`${anchor}## Implementation Plan`]),"in a batch":{...batch(`{ "annotations": [${batchEntry}, ${batchEntry}] }`)}},good:{"one each":revisedSample}},ANNOTATION_DIGEST_INVALID:{bad:{missing:inRevised([`annotation_digest: "${digest}"\n`,``]),"too short":inRevised([digest,`7fb4`])},good:{"without quotes":inRevised([`"${digest}"`,digest])}},ANNOTATION_DIGEST_DRIFT:{bad:{"another comment":inRevised([`retry twice`,`retry thrice`]),"a batch that was edited":{...batch(`{ "annotations": [${batchEntry.replace(`twice`,`thrice`)}], "expected_digest": "${digest}" }`)}},good:{"a key that does not count":inRevised([`    intent: change
`,`    author: octocat
    intent: change
`]),"a batch for any of the three files":{...batch(`{ "annotations": [${batchEntry}], "expected_digest": "${digest}" }`)}}},ANNOTATION_REVISION_MISMATCH:{bad:{"revision 0":inRevised([`revision: 1
`,`revision: 0
`])},good:{"a revision with a reason":inPlan([`source_findings`,`revision: 1
revision_reason: scope was cut
source_findings`])}},ANNOTATION_BATCH_INVALID:{bad:{"no JSON":{...batch(`annotations
`)},"a file that cannot be read":{head:{"annotated.md":`elsewhere`},links:[`annotated.md`],named:[`annotated.md`],as:`annotations`}},good:{"one annotation":{...batch(`{ "annotations": [${batchEntry}], "made-by": "a tool" }`)}}}},before=inFinished(),grown=change(before,{[planPath]:`${sample[`.claude/projects/2026-01-20-login/plan.md`]??``}\n### Step 3: Tell the user\n\nDo it.\n`}),examples$14={BRIEF_ILLEGAL_TRANSITION:{bad:{"complete, then pending":{base:sample,head:inBrief([`status: complete`,`status: pending`])},"complete, then skipped":{base:sample,head:inBrief([`status: complete`,`status: skipped
brief_quality: partial`])}},good:{"begun and finished in one change":{base:inBrief([`status: complete`,`status: pending`]),head:sample},"more topics":{base:sample,head:inBrief([`status: complete`,`status: pending`],[`research_topics: 1`,`research_topics: 2`])}}},RESEARCH_REWRITTEN:{bad:{"another confidence":{base:sample,head:inResearch([`0.8`,`0.9`])}},good:{"as before":{base:sample,head:sample}}},PLAN_VERSION_DOWNGRADE:{bad:{"the version without manifests":{base:sample,head:change(sample,{[planPath]:[[`"1.7"`,`"1.6"`]],[progressPath]:[[`"plan_version": "1.7"`,`"plan_version": "1.6"`]]}),also:[`PLAN_VERSION_MISMATCH`,`PROGRESS_NOT_BUMPED`]}},good:{"the same with other quotes":{base:sample,head:inPlan([`"1.7"`,`1.7`])}}},PLAN_COMPLETED_STEP_CHANGED:{bad:{"another title":{base:sample,head:inPlan([`Store credentials`,`Keep credentials`])}},good:{"a step to come":{base:sample,head:inPlan([`Ask the browser`,`Ask the phone`])}}},PLAN_STEPS_AFTER_RUN:{bad:{"a third step after two":{base:before,head:grown,also:[`PLAN_MANIFEST_COUNT_MISMATCH`,`MANIFEST_MISSING`]}},good:{"the same steps":{base:before,head:before}}},PROGRESS_REGRESSION:{bad:{"a completed step reopened":{base:inProgress(),head:inProgress(laterUpdate,[`"status": "completed"`,`"status": "failed"`])},"a step back":{base:inProgress([`"current_step": 1`,`"current_step": 2`],...working),head:inProgress(laterUpdate,[`"2": { "status": "pending", "attempts": 0`,`"2": { "status": "failed", "attempts": 1`])}},good:{"a new run":{base:inProgress(...finished),head:inProgress(restarted,[`"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"`,`"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null`],[`"current_step": 1`,`"current_step": 0`])}}},PROGRESS_ILLEGAL_TRANSITION:{bad:{"completed, then in progress":{base:inProgress(...finished),head:inProgress(...finished,laterUpdate,[`"status": "completed",
  "completed_at": "2026-01-20T12:00:00Z"`,`"status": "in_progress"`])},"failed, then completed and back":{base:inProgress(...finished),head:inProgress(...finished,laterUpdate,[`"status": "completed",
  "completed_at": "2026-01-20T12:00:00Z"`,`"status": "partial"`])}},good:{"failed, then in progress":{base:inProgress([`"status": "in_progress"`,`"status": "failed"`]),head:inProgress(laterUpdate)}}},PROGRESS_NOT_BUMPED:{bad:{"a note":{base:inProgress(),head:inProgress([`"manifest_audit": "pass"`,`"manifest_audit": "pass", "note": "slow"`])}},good:{"only white space":{base:inProgress(),head:inProgress([`"current_step": 1`,`"current_step":  1`])}}},PROGRESS_COMMIT_CHANGED:{bad:{"another SHA":{base:inProgress(),head:inProgress(laterUpdate,[`4f2a9c1`,`5a5a5a5`])}},good:{"one where there was none":{base:inProgress([`"commit": "4f2a9c1"`,`"commit": null`]),head:inProgress(laterUpdate)}}},PROGRESS_RESTARTED:{bad:{"begun a day later":{base:inProgress(),head:inProgress(restarted)}},good:{"after a failed run":{base:inProgress([`"status": "in_progress"`,`"status": "failed"`]),head:inProgress(restarted)}}},PROGRESS_DELETED:{bad:{"during the run":{base:inProgress(),head:change(inProgress(),{[progressPath]:null})}},good:{"it is there":{base:inProgress(),head:inProgress()},"after the run":{base:inProgress(...finished),head:change(inProgress(),{[progressPath]:null})}}},PROJECT_FILE_DELETED:{bad:{"the review":{base:sample,head:change(sample,{[reviewPath]:null})},"the plan":{base:sample,head:change(sample,{[planPath]:null}),also:[`PROGRESS_PLAN_NOT_FOUND`]}},good:{"all of them are there":{base:sample,head:sample}}},PROJECT_REMOVED:{bad:{"in the middle of the run":{base:inProgress(),head:{}}},good:{"after the run":{base:inFinished(),head:{}}}}},withoutKey=(e,t)=>{let[n,r]=[pathOf[e],t.slice(0,t.indexOf(`:`))];return{bad:{absent:change(session,{[n]:[[t,``]]}),blank:change(session,{[n]:[[t,`${r}: "  "\n`]]})},good:{"an unknown key next to them":change(session,{[n]:[[t,`${t}extra: 1\n`]]})}}},examples$13={BRIEF_MISSING_FIELD:withoutKey(`brief`,`created: 2026-01-20
`),RESEARCH_MISSING_FIELD:withoutKey(`research`,`question: Which browsers can do it?
`),PLAN_MISSING_FIELD:withoutKey(`plan`,`plan_version: "1.7"
`),REVIEW_MISSING_FIELD:withoutKey(`review`,`scope_sha_end: 9a8b7c6d5e4f
`),NEXT_SESSION_PROMPT_MISSING_FIELD:withoutKey(`next-session-prompt`,`produced_by: trekendsession
`),BRIEF_INVALID_STATUS:{bad:{"another word":inBrief([`research_status: complete`,`research_status: done`]),"another case":inBrief([`research_status: complete`,`research_status: Complete`])},good:{"in quotes":inBrief([`research_status: complete`,`research_status: 'complete'`])}},BRIEF_INVALID_FIELD:{bad:{"a day that does not exist":inBrief([`created: 2026-01-20`,`created: 2026-02-30`]),"a number in quotes":inBrief([`research_topics: 1`,`research_topics: "1"`])},good:{"every optional key":inBrief([`task`,`auto_research: true
interview_turns: 0
source: manual
brief_quality: complete
task`])}},RESEARCH_INVALID_FIELD:{bad:{"a confidence above 1":inResearch([`confidence: 0.8`,`confidence: 80`]),"a confidence that is a word":inResearch([`confidence: 0.8`,`confidence: high`])},good:{"a version that was added by hand":inResearch([`created`,`research_brief_version: 3
created`])}},REVIEW_INVALID_FIELD:{bad:{"no SHA":inReview([`scope_sha_end: 9a8b7c6d5e4f`,`scope_sha_end: HEAD`]),"a number in words":inReview([`reviewed_files_count: 4`,`reviewed_files_count: four`])},good:{"no beginning":inReview([`verdict`,`scope_sha_start: null
created: 2026-01-21
verdict`]),"a SHA of digits alone":inReview([`scope_sha_end: 9a8b7c6d5e4f`,`scope_sha_end: 1234567`])}},NEXT_SESSION_PROMPT_INVALID_TIMESTAMP:{bad:{"a word":inPrompt([`2026-01-20T12:00:00Z`,`noon`])},good:{"in quotes":inPrompt([`2026-01-20T12:00:00Z`,`"2026-01-20T12:00:00Z"`])}}},absent=e=>({bad:{"no such file":{head:change(session,{[pathOf[e]]:null}),named:[pathOf[e]]}},good:{"it is there":{head:session,named:[pathOf[e]]}}}),unreadable=e=>({bad:{"a link":{...linked(pathOf[e]),named:[pathOf[e]]}},good:{"a file":session}}),examples$12={BRIEF_NOT_FOUND:absent(`brief`),RESEARCH_NOT_FOUND:absent(`research`),PLAN_NOT_FOUND:absent(`plan`),PROGRESS_NOT_FOUND:absent(`progress`),REVIEW_NOT_FOUND:absent(`review`),SESSION_STATE_NOT_FOUND:absent(`session-state`),NEXT_SESSION_PROMPT_NOT_FOUND:absent(`next-session-prompt`),BRIEF_READ_ERROR:unreadable(`brief`),RESEARCH_READ_ERROR:unreadable(`research`),PLAN_READ_ERROR:unreadable(`plan`),PROGRESS_READ_ERROR:unreadable(`progress`),REVIEW_READ_ERROR:unreadable(`review`),SESSION_STATE_READ_ERROR:unreadable(`session-state`),NEXT_SESSION_PROMPT_READ_ERROR:unreadable(`next-session-prompt`)},otherTypes=e=>{let[t,n]=[pathOf[e],kindFiles[e].type];return{bad:{"another type":change(session,{[t]:[[`type: ${n}`,`type: note`]]}),none:change(session,{[t]:[[`type: ${n}\n`,``]]})},good:{"in quotes":change(session,{[t]:[[`type: ${n}`,`type: "${n}"`]]})}}},examples$11={FM_MISSING:{bad:{none:inBrief([`---
type`,`type`]),"never closed":{head:inReview([`---

# Review`,`
# Review`]),also:[`PLAN_SOURCE_FINDING_UNKNOWN`]}},good:{"a byte-order mark, and blanks after the fence":inPlan([`---
plan`,`﻿---  
plan`]),"a line `---` in the body":inBrief([`# Login`,`# Login

---

text: text`])}},FM_PARSE_ERROR:{bad:{"an anchor":inBrief([`created`,`extra: &a 1
created`]),"an alias":inBrief([`created`,`extra: *a
created`])},good:{"comments, block and flow lists":inResearch([`dimensions`,`# how
local_agents_used: [a, "b"]
mcp_servers_used:
  - c
dimensions`])}},FM_NESTED_DICT:{bad:{"keys in a key":inBrief([`created`,`extra:
  a: 1
created`]),"a list of them":inReview([`verdict`,`extra: [{a: 1}]
verdict`])},good:{"lists of words":inBrief([`created`,`extra: [a, b]
created`])}},BRIEF_WRONG_TYPE:otherTypes(`brief`),RESEARCH_WRONG_TYPE:otherTypes(`research`),PLAN_WRONG_TYPE:{bad:{"a brief":inPlan([`plan_version`,`type: trekbrief
plan_version`])},good:{"a type of its own":inPlan([`plan_version`,`type: trekplan
plan_version`])}},REVIEW_WRONG_TYPE:otherTypes(`review`)},examples$10={PLAN_MANIFEST_COUNT_MISMATCH:{bad:{"one before the steps":aboveSteps(manifestOf(9)),"one that was lost":{head:inPlan([manifestOf(2),``]),also:[`MANIFEST_MISSING`]}},good:{"YAML that is not a manifest":aboveSteps("```yaml\nkey: manifest\n```")}},MANIFEST_MISSING:{bad:{none:{head:inPlan([manifestOf(2),``]),also:[`PLAN_MANIFEST_COUNT_MISMATCH`]},"it comes before the step":inPlan([manifestOf(2),``],[`## Implementation Plan`,`${manifestOf(2)}\n## Implementation Plan`])},good:{"indented by four blanks, after tildes":inPlan([manifestOf(2),manifestOf(2).replaceAll("```",`~~~`).replaceAll(`
`,`
  `)]),"a comment first, and more after `yaml`":inPlan([manifestOf(2),manifestOf(2).replace(`yaml
`,`yml manifest

  # what is made
`)])}},MANIFEST_DUPLICATE:{bad:{"two, and another step without":{head:inPlan([manifestOf(2),``],[manifestOf(1),`${manifestOf(1)}\n${manifestOf(2)}`]),also:[`MANIFEST_MISSING`]},"two in an old plan":{head:inOldPlan([manifestOf(2),``],[manifestOf(1),`${manifestOf(1)}\n${manifestOf(2)}`]),also:[`PLAN_VERSION_MISMATCH`]}},good:{"one each":sample}},MANIFEST_PARSE_ERROR:{bad:{"a bracket that is not closed":inManifest(`[src/step1.ts]`,`[src/step1.ts`),"an alias":inManifest(`[src/step1.ts]`,`*paths`)},good:{"a comment":inManifest(`min_file_count: 1`,`min_file_count: 1 # or more`)}},MANIFEST_MISSING_KEY:{bad:{"no count":inManifest(`    min_file_count: 1
`,``)},good:{"an unknown key":inManifest(`min_file_count: 1`,`min_file_count: 1
    extra: yes`)}},MANIFEST_INVALID_VALUE:{bad:{"a text for a list":inManifest(`[src/step1.ts]`,`src/step1.ts`),"an empty path":inManifest(`[src/step1.ts]`,`[""]`)},good:{"paths and patterns":inManifest(`must_contain: []`,`must_contain: [{path: a, pattern: "b("}]`)}},MANIFEST_PATTERN_INVALID:{bad:{"one backslash in double quotes":withPattern(`"^feat\\(step1\\):"`),"the same after a key in quotes":inPlan([`commit_message_pattern: "^feat\\\\(step1\\\\):"`,`"commit_message_pattern": "^feat\\(step1\\):"`])},good:{"without quotes":withPattern(`^feat\\(step1\\)`),"in single quotes":withPattern(`'^feat\\(step1\\):'`)}},MANIFEST_PATTERN_UNSAFE:{bad:{"a repeated group in which something repeats":withPattern(`"^(a+)+$"`),deeper:withPattern(`"^(?:x(a*b)y){2,}$"`)},good:{"a class that holds a bracket":withPattern(`"^[(]a+[)]+$"`),"a group that comes so many times":withPattern(`"^(a+){3}$"`)}}},headings=(...e)=>Object.fromEntries(e.map(e=>[`\`${e}\``,aboveSteps(e)])),examples$9={PLAN_FORBIDDEN_HEADING:{bad:headings(`## Fase 1`,`### Phase 2: Build`),good:{"in a fence":aboveSteps("```md\n### Phase 1\n```"),"in four backticks around three":aboveSteps("````md\n```\n### Phase 1\n```\n````")}},PLAN_DRIFT_HEADING:{bad:headings(`## Phase 2`,`### fase 1`),good:{"level 4":aboveSteps(`#### Phase 2`)}},PLAN_STEP_FORM:{bad:headings(`### Step 3 - Show`,`## Step 3: Show`),good:{"a word that only begins so":aboveSteps(`### Stepwise`)}},PLAN_NO_STEPS:{bad:{"only a list":{[planPath]:`---
plan_version: "1.7"
---

## Implementation Plan

1. Do it.
`}},good:{steps:sample,"after a comment that ends where it begins":aboveSteps(`<!-->`)}},PLAN_STEP_NUMBERING:{bad:{"a gap":inPlan([`### Step 2`,`### Step 3`]),"from 0":inPlan([`### Step 1`,`### Step 0`],[`### Step 2`,`### Step 1`])},good:{"a sample step in a fence":aboveSteps("```md\n### Step 7: Sample\n```")}},PLAN_FENCE_UNCLOSED:{bad:{"at the end":change(sample,{[planPath]:`${sample[planPath]}\n~~~\ntext\n`})},good:{"closed by more of the same":aboveSteps("```\ntext\n`````")}}},examples$8={PROGRESS_STEP_RANGE:{bad:{above:inProgress([`"current_step": 1`,`"current_step": 3`]),below:inProgress([`"current_step": 1`,`"current_step": -1`])},good:{"the last":inFinished()}},PROGRESS_PARSE_ERROR:{bad:{"a comma too many":inProgress([`"n/a" }
`,`"n/a" },
`]),"a list":change(sample,{[progressPath]:`[]
`})},good:{"an object":sample}},PROGRESS_SCHEMA_MISMATCH:{bad:{"the number":inProgress([`"schema_version": "1"`,`"schema_version": 1`]),"another version":inProgress([`"schema_version": "1"`,`"schema_version": "2"`])},good:{"unknown keys":inProgress([`"mode"`,`"extra": {},
  "mode"`])}},PROGRESS_MISSING_FIELD:{bad:{"no mode":inProgress([`  "mode": "execute",
`,``]),null:inProgress([`"mode": "execute"`,`"mode": null`])},good:{"no optional key":inProgress([`  "plan_type": "plan",
`,``])}},PROGRESS_INVALID_STATUS:{bad:{"another word":inProgress([`"status": "in_progress"`,`"status": "running"`])},good:{partial:inProgress([`"status": "in_progress"`,`"status": "partial"`])}},PROGRESS_INVALID_TIMESTAMP:{bad:{"a day that does not exist":inProgress([`"updated_at": "2026-01-20`,`"updated_at": "2026-02-30`]),"a number":inProgress([`"started_at": "2026-01-20T10:00:00Z"`,`"started_at": 1769000000`])},good:{"with milliseconds and another zone":inProgress([`"updated_at": "2026-01-20T12:00:00Z"`,`"updated_at": "2026-01-20T13:00:00.250+01:00"`])}},PROGRESS_INVALID_FIELD:{bad:{"a mode that there is not":inProgress([`"mode": "execute"`,`"mode": "run"`]),"half a step":inProgress([`"current_step": 1`,`"current_step": 1.5`])},good:{"no SHA yet":inProgress([`"steps"`,`"session_start_sha": null,
  "steps"`])}},PROGRESS_BAD_STEP:{bad:{"a number above the last":inProgress([`"2": {`,`"3": {`]),"a zero before it":inProgress([`"2": {`,`"02": {`])},good:{"a note, and unknown keys":inProgress([`"manifest_audit": "pass"`,`"manifest_audit": "pass-with-note", "note": "slow", "by": "octocat"`])}},PROGRESS_COMMIT_INVALID:{bad:{"a branch":inProgress([`"4f2a9c1"`,`"main"`]),capitals:inProgress([`"4f2a9c1"`,`"4F2A9C1"`])},good:{"a whole one":inProgress([`"4f2a9c1"`,`"${`4f2a9c1b`.repeat(5)}"`])}}};function renamed(e){let t=folder.replace(`login`,`1e3`),text=e=>(session[e]??``).replaceAll(folder,t).replace(`slug: login`,`slug: 1e3`).replace(`topics: 1`,`topics: 0`);return{[`${t}/brief.md`]:text(briefPath),...e===`review`&&{[`${t}/review.md`]:text(`.claude/projects/2026-01-20-login/review.md`)}}}const otherSlugs=e=>{let withSlug=t=>change(session,{[pathOf[e]]:[[`slug: login`,`slug: ${t}`]]});return{bad:{"another one":withSlug(`logon`),"with the date":withSlug(`2026-01-20-login`)},good:{"a slug that YAML would take for a number":renamed(e)}}},otherFolders=e=>{let withFolder=t=>change(session,{[pathOf[e]]:[[`project_dir: ${folder}/`,`project_dir: ${t}`]]});return{bad:{"another folder":withFolder(`.claude/projects/login/`)},good:{"without the last `/`":withFolder(folder),"with `./` before it":withFolder(`./${folder}/`)}}},undated=e=>Object.fromEntries(Object.entries(only(briefPath)).map(([t,n])=>[t.replace(`2026-01-20-login`,e),n.replaceAll(folder,folder.replace(`2026-01-20-login`,e)).replace(`topics: 1`,`topics: 0`).replace(`slug: login`,`slug: ${e}`)])),old={[planPath]:`# Plan

1. Do it.
`},examples$7={PROJECT_DIR_NAME:{bad:{"no date":undated(`login`),"a day that does not exist":undated(`2026-02-30-login`)},good:{"a date and a slug":sample,"a folder of another tool":{".claude/projects/-home-octocat/brief.md":`# Notes
`}}},PROJECT_LEGACY:{bad:{"a plan without front matter":old},good:{"one file that has its mark":{...only(progressPath),[planPath]:planAlone}}},LEGACY_PATH:{bad:{"a plan":{".claude/plans/trekplan-2026-01-20-login.md":planAlone},research:{".claude/research/trekresearch-2026-01-20-login.md":sample[`.claude/projects/2026-01-20-login/research/01-browsers.md`]??``}},good:{"other files there":{".claude/plans/notes.md":`# Notes
`,...sample}}},LOCAL_FILE_COMMITTED:{bad:{"a session state that the change adds":{base:sample,head:session},"a backup":{base:sample,head:{...sample,[`${folder}/plan.md.local.bak`]:`old
`}}},good:{"a folder that is not a clone may have them":session}},BRIEF_SLUG_MISMATCH:otherSlugs(`brief`),REVIEW_SLUG_MISMATCH:otherSlugs(`review`),BRIEF_PROJECT_DIR_MISMATCH:otherFolders(`brief`),REVIEW_PROJECT_DIR_MISMATCH:otherFolders(`review`)},overviewCalled=e=>change(sample,{[`${folder}/architecture/overview.md`]:null,[`${folder}/architecture/${e}`]:`# Overview
`}),examples$6={BRIEF_STATE_INCOHERENT:{bad:{"not admitted":inBrief([`research_status: complete`,`research_status: skipped`]),"marked as complete":inBrief([`research_status: complete`,`research_status: skipped
brief_quality: complete`])},good:{admitted:inBrief([`research_status: complete`,`research_status: skipped
brief_quality: partial`]),"nothing to research":change(only(briefPath),{[briefPath]:[[`research_topics: 1`,`research_topics: 0`],[`research_status: complete`,`research_status: skipped`]]})}},RESEARCH_CONFIDENCE_MISSING:{bad:{absent:inResearch([`confidence: 0.8
`,``]),null:inResearch([`confidence: 0.8`,`confidence: null`])},good:{"none at all":inResearch([`confidence: 0.8`,`confidence: 0`])}},RESEARCH_NAME:{bad:{"no number":change(sample,{[researchPath]:null,[`${folder}/research/browsers.md`]:sample[`.claude/projects/2026-01-20-login/research/01-browsers.md`]??``})},good:{"three digits":change(sample,{[researchPath]:null,[`${folder}/research/001-browsers.md`]:sample[`.claude/projects/2026-01-20-login/research/01-browsers.md`]??``})}},RESEARCH_LOOSE_FILES:{bad:{"a README and a note":change(sample,{[`${folder}/research/README.md`]:`# Research
`,[`${folder}/research/note.md`]:`x
`})},good:{"other files than Markdown":change(sample,{[`${folder}/research/data.csv`]:`a,b
`})}},RESEARCH_TOPICS_MISMATCH:{bad:{"one is missing":inBrief([`research_topics: 1`,`research_topics: 2`]),"one too many while it goes on":inBrief([`research_topics: 1`,`research_topics: 0`],[`research_status: complete`,`research_status: in_progress`])},good:{"not yet all":inBrief([`research_topics: 1`,`research_topics: 3`],[`research_status: complete`,`research_status: in_progress`])}},ARCH_NON_CANONICAL_OVERVIEW:{bad:{"`README.md`":overviewCalled(`README.md`),"`overview.markdown`":overviewCalled(`overview.markdown`)},good:{both:change(sample,{[`${folder}/architecture/README.md`]:`# Read me
`}),"none at all":change(sample,{[`${folder}/architecture/overview.md`]:null})}},ARCH_LOOSE_FILES:{bad:{"a note":change(sample,{[`${folder}/architecture/boxes.md`]:`# Boxes
`})},good:{gaps:change(sample,{[`${folder}/architecture/gaps.md`]:`# Gaps
`}),"a picture":change(sample,{[`${folder}/architecture/boxes.svg`]:`<svg/>
`})}}},listed=`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`,examples$5={REVIEW_BAD_FINDINGS_TYPE:{bad:{"nothing after the colon":{head:inReview([listed,`findings:
`]),also:[`REVIEW_FINDING_UNLISTED`]},"a flow list":{head:inReview([listed,`findings: [${blocker}, ${major}, "${minor}"]\n`]),also:[`REVIEW_FINDING_UNLISTED`]}},good:{"an empty list":change(only(briefPath,reviewPath),{[briefPath]:[[`research_topics: 1`,`research_topics: 0`]],[reviewPath]:[[listed,`findings: []
`],[`### ${blocker}`,``],[`### ${major}`,``],[`### ${minor}`,``]]})}},REVIEW_BAD_FINDING_ID:{bad:{"a word":inReview([`  - ${minor}\n`,`  - ${minor}\n  - F1\n`]),capitals:inReview([`  - ${minor}\n`,`  - ${minor}\n  - ${`AB`.repeat(20)}\n`])},good:{"digits alone":sample}},REVIEW_DUPLICATE_FINDING:{bad:{"the same twice":inReview([`  - ${minor}\n`,`  - ${minor}\n  - ${minor}\n`])},good:{"each once":sample}},REVIEW_FINDING_NO_BODY:{bad:{"listed alone":inReview([`  - ${minor}\n`,`  - ${minor}\n  - ${otherId$1}\n`])},good:{"text after the id":inReview([`### ${minor}`,`### ${minor} - wording`]),"a colon after the id":inReview([`### ${minor}`,`### ${minor}: wording`])}},REVIEW_FINDING_UNLISTED:{bad:{"described alone":inReview([`## Findings (MINOR)
`,`## Findings (MINOR)\n\n### ${otherId$1}\n`])},good:{"an example in a fence":inReview([`## Findings (MINOR)
`,`## Findings (MINOR)\n\n\`\`\`md\n### ${otherId$1}\n\`\`\`\n`])}},REVIEW_FINDING_PLACE:{bad:{"in the coverage":inReview([`## Coverage
`,`## Coverage\n\n### ${minor}\n`]),twice:inReview([`A typo.`,`A typo.\n\n### ${minor}\n`])},good:{"each in its section":sample}},REVIEW_FINDING_HEADING:{bad:{"a title":inReview([`## Findings (MINOR)
`,`## Findings (MINOR)

### Wording
`]),"another severity":inReview([`## Findings (MINOR)
`,`## Findings (CRITICAL)

None.

## Findings (MINOR)
`])},good:{"headings of level 4":inReview([`A typo.`,`#### Fix

A typo.`])}},REVIEW_VERDICT_INCOHERENT:{bad:{allowed:inReview([`verdict: BLOCK`,`verdict: ALLOW`])},good:{"a warning":inReview([`verdict: BLOCK`,`verdict: WARN`])}},REVIEW_TASK_MISMATCH:{bad:{"another task":inReview([`with a passkey`,`with a key`])},good:{"in quotes":inReview([`task: Let people sign in with a passkey`,`task: "Let people sign in with a passkey"`])}},REVIEW_BRIEF_NOT_FOUND:{bad:{"a typo":inReview([`brief_path: ${briefPath}`,`brief_path: .claude/projects/brief.md`]),"beyond the root":inReview([`brief_path: ${briefPath}`,`brief_path: ../../../../../etc/brief.md`])},good:{"relative to the project":inReview([`brief_path: ${briefPath}`,`brief_path: brief.md`]),"a path of the same project on some machine":inReview([`brief_path: ${briefPath}`,`brief_path: /home/octocat/shop/${briefPath}`])}}},inRun=(e,...t)=>inProgress([`"status": "in_progress"`,`"status": "${e}"`],...t),startedRun=inProgress([`"steps"`,`"session_start_sha": "1111111",
  "steps"`]),aheadCommit={sha:`2222222cccc`,subject:`feat(step2): ask the browser`},examples$4={PROGRESS_STEP_COUNT_MISMATCH:{bad:{"one is missing":inProgress([`,
    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }`,``])},good:{all:sample}},PROGRESS_STATE_INCOHERENT:{bad:{"completed with an open step":inRun(`completed`,[`"mode"`,`"completed_at": "2026-01-20T12:00:00Z",
  "mode"`]),"completed without a time":inFinished([`  "completed_at": "2026-01-20T12:00:00Z",
  "steps"`,`  "steps"`])},good:{"completed with a step that was skipped":inFinished([`"2": { "status": "completed"`,`"2": { "status": "skipped"`],[`"current_step": 2`,`"current_step": 2`])}},PROGRESS_CURRENT_STEP_DRIFT:{bad:{after:inProgress([`"current_step": 1`,`"current_step": 0`]),ahead:inProgress([`"current_step": 1`,`"current_step": 2`])},good:{"the step at work":inProgress([`"current_step": 1`,`"current_step": 2`],...working),"the step at work, in the middle of which the agent asks":inProgress([`"current_step": 1,
  "status": "in_progress"`,`"current_step": 2,
  "status": "partial"`],[`"2": { "status": "pending", "attempts": 0`,`"2": { "status": "pending", "note": "Which hash?", "attempts": 1`])}},PROGRESS_ALREADY_DONE:{bad:{completed:{head:inFinished(),named:[progressPath]}},good:{"not named":inFinished(),open:{head:sample,named:[progressPath]}}},PROGRESS_INVALID_PATH:{bad:{"a path of some machine":inProgress([`"plan": "${planPath}"`,`"plan": "/home/octocat/shop/${planPath}"`]),"beyond the root":inProgress([`"plan": "${planPath}"`,`"plan": "../../../../../plan.md"`])},good:{"relative to the project":inProgress([`"plan": "${planPath}"`,`"plan": "plan.md"`])}},PROGRESS_PLAN_NOT_FOUND:{bad:{"a typo":inProgress([`"plan": "${planPath}"`,`"plan": "${folder}/plann.md"`])},good:{there:sample}},PROGRESS_PLAN_STEPS_MISMATCH:{bad:{"a step that was taken out":{head:inPlan([`### Step 2: Ask the browser`,`#### Then`]),also:[`PLAN_MANIFEST_COUNT_MISMATCH`,`MANIFEST_DUPLICATE`]}},good:{"a session":change(inProgress([`"plan_type": "plan"`,`"plan_type": "session-spec"`],[`"total_steps": 2`,`"total_steps": 3`],[`"n/a" }
`,`"n/a" },
    "3": { "status": "pending" }
`]),{})}},PROGRESS_PLAN_VERSION_MISMATCH:{bad:{"an older one":inProgress([`"plan_version": "1.7"`,`"plan_version": "1.6"`])},good:{"the same":sample}},PROGRESS_EXPECTED_MISSING:{bad:{"a step of a run that goes on":{head:withoutWork(sample),log:[firstCommit,startCommit]}},good:{"the files are there":inFinished(),"a note says why":withoutWork(inProgress([`"commit": "4f2a9c1", "manifest_audit": "pass"`,`"manifest_audit": "pass-with-note", "note": "Taken anyway: it moved"`]))}},PROGRESS_COMMIT_UNKNOWN:{bad:{gone:{head:sample,log:[startCommit]}},good:{there:{head:sample,log:[firstCommit,startCommit]}}},PROGRESS_GIT_DRIFT:{bad:{"the commit of step 2":{head:startedRun,log:[aheadCommit,firstCommit,startCommit]}},good:{"a commit that another record names":{head:startedRun,log:[{...firstCommit,subject:`feat(step2): both`},startCommit]},"commits that match nothing":{head:startedRun,log:[{...aheadCommit,subject:`docs: read me`},firstCommit,startCommit]}}}},failedRun=change(session,{[progressPath]:[[`"status": "in_progress"`,`"status": "failed"`],[`"2": { "status": "pending", "attempts": 0`,`"2": { "status": "failed", "attempts": 1`]]}),examples$3={SESSION_STATE_PARSE_ERROR:{bad:{"cut off":change(session,{[statePath]:`{ "schema_version": 1`}),"a list":change(session,{[statePath]:`[]
`})},good:{"an object":session}},SESSION_STATE_SCHEMA_MISMATCH:{bad:{"the text":inState([`"schema_version": 1`,`"schema_version": "1"`])},good:{"the number":session}},SESSION_STATE_MISSING_FIELD:{bad:{"no label":inState([`  "next_session_label": "Session 2",
`,``]),"all of them":change(session,{[statePath]:`{}
`})},good:{"unknown keys":inState([`"schema_version"`,`"handoff": { "by": "a tool" },
  "schema_version"`])}},SESSION_STATE_INVALID_STATUS:{bad:{"another word":inState([`"in_progress"`,`"running"`])},good:{stopped:inState([`"in_progress"`,`"stopped"`])}},SESSION_STATE_INVALID_TIMESTAMP:{bad:{"a word":inState([`"2026-01-20T12:00:00Z"`,`"noon"`])},good:{"another zone":inState([`"2026-01-20T12:00:00Z"`,`"2026-01-20T13:00:00+01:00"`])}},SESSION_STATE_INVALID_PATH:{bad:{empty:inState([`"next_session_brief_path": "${briefPath}"`,`"next_session_brief_path": ""`]),"beyond the root":inState([`"next_session_brief_path": "${briefPath}"`,`"next_session_brief_path": "../../../../../brief.md"`])},good:{"a path of some machine":inState([`"next_session_brief_path": "${briefPath}"`,`"next_session_brief_path": "/home/octocat/brief.md"`])}},SESSION_STATE_INVALID_FIELD:{bad:{"a number":inState([`"Session 2"`,`2`])},good:{"a text":session}},SESSION_STATE_NOT_RESUMABLE:{bad:{completed:change(only(briefPath,statePath),{[briefPath]:[[`research_topics: 1`,`research_topics: 0`]],[statePath]:[[`"in_progress"`,`"completed"`]]})},good:{open:session}},SESSION_STATE_BRIEF_NOT_FOUND:{bad:{"a typo":inState([`"next_session_brief_path": "${briefPath}"`,`"next_session_brief_path": "brief2.md"`])},good:{"relative to the project":inState([`"next_session_brief_path": "${briefPath}"`,`"next_session_brief_path": "plan.md"`])}},SESSION_STATE_PROJECT_MISMATCH:{bad:{"another project":inState([`2026-01-20-login",
  "next`,`2026-01-20-logout",
  "next`])},good:{"a path of some machine":inState([`"project": "`,`"project": "/home/octocat/shop/`])}},SESSION_STATE_PROGRESS_MISMATCH:{bad:{"failed together with a run in progress":inState([`"in_progress"`,`"failed"`]),"stopped together with a run that is completed":change(session,{[progressPath]:[...finished],[statePath]:[[`"in_progress"`,`"stopped"`]]})},good:{"stopped together with any that is open":change(failedRun,{[statePath]:[[`"in_progress"`,`"stopped"`]]})}},NEXT_SESSION_PROMPT_INCONSISTENT:{bad:{"an hour before, in another zone":inPrompt([`2026-01-20T12:00:00Z`,`2026-01-20T12:00:00+01:00`])},good:{"the same moment":inPrompt([`2026-01-20T12:00:00Z`,`2026-01-20T13:00:00+01:00`]),"no state":change(session,{[statePath]:null,[promptPath]:[[`2026-01-20`,`2026-01-01`]]})}}},otherId=`00112233445566778899aabbccddeeff00112233`,examples$2={PLAN_BAD_FINDING_ID:{bad:{"a word among them":inPlan([`${major}]`,`${major}, F1]`]),"a text":inPlan([`[${blocker}, ${major}]`,blocker])},good:{"a block list":inPlan([`[${blocker}, ${major}]`,`\n  - ${blocker}\n  - ${major}`])}},PLAN_SOURCE_FINDING_UNKNOWN:{bad:{"another id":inPlan([`${major}]`,`${major}, ${otherId}]`])},good:{"the review was written again in the same change":{base:change(sample,{[reviewPath]:[[`  - ${blocker}\n`,``]]}),head:change(sample,{[reviewPath]:[[`  - ${blocker}\n  - ${major}\n  - ${minor}\n`,`  - ${minor}\n`],[`verdict: BLOCK`,`verdict: ALLOW`],[`### ${blocker}`,``],[`### ${major}`,``]]})},"the review before is unknown":{base:change(sample,{[reviewPath]:`# Review
`}),head:change(inPlan([`${major}]`,`${major}, ${otherId}]`]),{[reviewPath]:null})}}},PLAN_SOURCE_FINDING_SEVERITY:{bad:{"a minor one":inPlan([`${major}]`,`${major}, "${minor}"]`])},good:{"a blocker and a major one":sample}},PLAN_SOURCE_FINDINGS_INCOMPLETE:{bad:{"the major one":inPlan([`, ${major}]`,`]`])},good:{"a plan that answers none":inPlan([`[${blocker}, ${major}]`,`[]`]),"a newer review":{base:change(sample,{[reviewPath]:[[`verdict: BLOCK`,`verdict: WARN`]],[planPath]:[[`, ${major}]`,`]`]]}),head:inPlan([`, ${major}]`,`]`])}}}},versionKeys={brief:`brief_version`,plan:`plan_version`,review:`review_version`},withVersion=(e,t)=>{let n=versionKeys[e];return change(session,{[pathOf[e]]:[[`${n}: "${currentVersions[e]}"`,`${n}: ${t}`]]})},alsoOf=e=>e===`plan`?{also:[`PROGRESS_PLAN_VERSION_MISMATCH`]}:{},wordAndUnquoted=e=>({bad:{"a word":{head:withVersion(e,`latest`),...alsoOf(e)}},good:{"without quotes":withVersion(e,currentVersions[e])}}),anotherAndCurrent=e=>({bad:{"another version":{head:withVersion(e,`1.70`),...alsoOf(e)}},good:{"the current one":session}}),otherHeadings=(e,t)=>{let headed=n=>change(session,{[pathOf[e]]:[[t,n]]});return{bad:{"another case":headed(t.toLowerCase()),"another level":headed(`#${t}`)},good:{"closing marks":headed(`${t} ##  `)}}},examples$1={BRIEF_MISSING_SECTION:otherHeadings(`brief`,`## Goal`),RESEARCH_MISSING_SECTION:otherHeadings(`research`,`## Executive Summary`),PLAN_MISSING_SECTION:otherHeadings(`plan`,`## Implementation Plan`),REVIEW_MISSING_SECTION:otherHeadings(`review`,`## Coverage`),BRIEF_VERSION_FORMAT:wordAndUnquoted(`brief`),BRIEF_VERSION_MISMATCH:anotherAndCurrent(`brief`),PLAN_VERSION_FORMAT:wordAndUnquoted(`plan`),PLAN_VERSION_MISMATCH:anotherAndCurrent(`plan`),REVIEW_VERSION_FORMAT:wordAndUnquoted(`review`),REVIEW_VERSION_MISMATCH:anotherAndCurrent(`review`)},examples={...examples$17,...examples$16,...examples$15,...examples$14,...examples$13,...examples$12,...examples$11,...examples$10,...examples$9,...examples$8,...examples$7,...examples$6,...examples$5,...examples$4,...examples$3,...examples$2,...examples$1};export{examples};
import"./rolldown-runtime.js";import{y as change,zu as hour}from"./check.js";const sessionPath=`.ralph-sessions/260131-144400`,inSession=e=>`${sessionPath}/${e}`,instructionsPath=`${sessionPath}.instructions.md`,planPath=inSession(`plan.md`),tasksPath=inSession(`tasks.md`),progressPath=inSession(`progress.md`),questionsPath=inSession(`plan.questions.md`),reportName=(e,t=1)=>`tasks.${e}-report${t===1?``:`-r${t}`}.md`,reportPath=(e,t)=>inSession(reportName(e,t)),messagePath=e=>inSession(`messages/${e}.json`),instructions=`---
applyTo: ".ralph-sessions/260131-144400/**"
---

# Ralph Session 260131-144400 Instructions
`,definition=(e,t,n)=>`- ${e}: Build ${e}
    - **Type**: Sequential
    - **Files**: ${t}
    - **Objective**: Have the part of ${e}.
    - **Success Criteria**: The samples of ${e} pass.
    - **Inherits From**: ${n}
`,tasks=`# Tasks

## Planning Tasks
- plan-init: Set up the session

## Implementation Tasks
${definition(`task-1`,`src/count.ts`,`None`)}
${definition(`task-2`,`src/print.ts, docs/print.md`,`task-1`)}
${definition(`task-3`,`src/help.ts`,`None`)}`,reportText=(e,t=1)=>`# Task Report: ${e}${t===1?``:` [Rework #${t}]`}

---
## PART 1: IMPLEMENTATION REPORT

### Summary of Changes
Wrote the part of ${e}.

### Discovered Tasks
- [None]
`,reviewText=(e,t=e===`Failed`?`Keep the last line.`:``)=>`
---
## PART 2: REVIEW REPORT

### Success Criteria Validation
- ✅ **samples pass**
  - Status: Met

### Recommendation
**Status**: ${e}
${t===``?``:`\n### Feedback for Next Iteration\n${t}\n`}`;function messageText(e,t,n){let r={contract:`ralph-${e}@1.0.0`,kind:t,session_id:`260131-144400`,created_at:`2026-01-31T15:00:00Z`,payload:n};return`${JSON.stringify(r,null,2)}\n`}const SESSION_PATH=`.ralph-sessions/260131-144400/`,payloads={plannerInput:e=>({SESSION_PATH,MODE:e,USER_REQUEST:`Count words.`}),plannerOutput:{status:`completed`,artifacts_created:[],artifacts_updated:[],task_count:{planning:1,implementation:3,total:4},next_actions:[`execute`],blockers:[]},executorInput:(e,t=1)=>({SESSION_PATH,TASK_ID:e,ATTEMPT_NUMBER:t}),executorOutput:(e,t=1)=>({status:`completed`,report_path:reportName(e,t),success_criteria_met:!0,discovered_tasks:[],blockers:[]}),reviewerInput:e=>({SESSION_PATH,TASK_ID:e,REPORT_PATH:`tasks.${e}-report.md`}),reviewerOutput:{status:`completed`,verdict:`Qualified`,criteria_results:[{criterion:`samples pass`,met:!0,evidence:`ran them`,finding:`as expected`}],quality_assessment:`Fine.`,issues:[],feedback:``},questionerInput:(e,t=1)=>({SESSION_PATH,MODE:e,CYCLE_NUMBER:t}),brainstorm:{status:`completed`,questions_generated:2,priority_breakdown:{high:1,medium:0,low:1}},research:{status:`completed`,questions_answered:1,confidence_distribution:{high:1,medium:0,low:0,unknown:1}}},sample={[instructionsPath]:instructions,[planPath]:`# Plan: Word counter

## Goal & Success Criteria
Count the words of a file.

## Verification & Testing
- [ ] counts the sample
`,[tasksPath]:tasks,[progressPath]:`# Progress

## Legend
- [ ] Not started
- [x] task-9 as an example

## Planning
- [x] plan-init (Completed)

## Implementation
- [x] task-1 (Completed)
- [ ] task-2 (Not Started)
- [ ] task-3 (Not Started)
`,[questionsPath]:`# Questions

## Overview
- **Session ID**: 260131-144400

## Cycles

### Cycle 1

1. **[High Priority]** What is a word?
    - **Category**: Technical
    - **Priority**: High
    - **Status**: Answered
    - **Answer**: What stands between blanks.
    - **Source**: docs/words.md
    - **Confidence**: High

2. **[Low Priority]** How long may a line be?
    - **Category**: Constraints
    - **Priority**: Low
    - **Status**: Unanswered
`,[reportPath(`task-1`)]:reportText(`task-1`)+reviewText(`Qualified`)},inProgress=(...e)=>change(sample,{[progressPath]:e}),inTasks=(...e)=>change(sample,{[tasksPath]:e}),inQuestions=(...e)=>change(sample,{[questionsPath]:e}),marked=(e,t,n,r)=>change(e,{[progressPath]:[[`- [${n}] ${t} `,`- [${r}] ${t} `]]}),workingSample=marked(sample,`task-3`,` `,`/`),pendingSample=change(marked(sample,`task-3`,` `,`P`),{[reportPath(`task-3`)]:reportText(`task-3`)}),failedSample=change(sample,{[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(`Failed`)}),doneSample=change(marked(sample,`task-3`,` `,`x`),{[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(`Qualified`)}),withWork=e=>({...e,"src/count.ts":``,"src/help.ts":``});function withMessage(e,t,n,r){let[i=``]=t.split(`.`),a=t.endsWith(`.input`)?`input`:`output`;return{...e,[messagePath(t)]:messageText(i,a,n),...r&&{[messagePath(t.replace(/output$/,`input`))]:messageText(i,`input`,r)}}}const messagesSample=[[`planner.INITIALIZE.1.output`,{...payloads.plannerOutput,artifacts_created:[`plan.md`,`tasks.md`]},payloads.plannerInput(`INITIALIZE`)],[`questioner.BRAINSTORM.c1.output`,payloads.brainstorm,payloads.questionerInput(`BRAINSTORM`)],[`questioner.RESEARCH.c1.output`,payloads.research,payloads.questionerInput(`RESEARCH`)],[`executor.task-1.a1.output`,payloads.executorOutput(`task-1`),payloads.executorInput(`task-1`)],[`reviewer.task-1.a1.output`,payloads.reviewerOutput,payloads.reviewerInput(`task-1`)]].reduce((e,[t,n,r])=>withMessage(e,t,n,r),sample);function inMessage(e,...t){let n=messagePath(e),r=Object.entries(messagesSample).filter(([e])=>e.startsWith(n.replace(/(?:input|output)\.json$/,``)));return change({...sample,...Object.fromEntries(r)},{[n]:t})}const iteratedSample={[instructionsPath]:instructions,[inSession(`metadata.yaml`)]:`version: 4
session_id: 260131-144400
iteration: 2
status: in_progress
created_at: 2026-01-31T15:00:00Z
updated_at: 2026-02-01T09:00:00+07:00
orchestrator:
  state: EXECUTING_BATCH
`,[inSession(`signals/inputs/signal-1.yaml`)]:`type: STEER
message: Mind the last line.
`,[inSession(`iterations/1/metadata.yaml`)]:`iteration: 1
completed_at: 2026-01-31T18:00:00Z
`,[inSession(`iterations/1/progress.md`)]:`# Progress

- [x] task-1
`,[inSession(`iterations/1/knowledge/words.md`)]:`A word stands between blanks.
`,[inSession(`iterations/2/progress.md`)]:`# Progress

- [x] task-1
- [/] task-2
- [F] task-3
- [C] task-4
`,[inSession(`iterations/2/tasks/task-1.md`)]:`# task-1
`,[inSession(`iterations/2/tasks/task-2.md`)]:`# task-2
`,[inSession(`iterations/2/tasks/task-3.md`)]:`# task-3
`,[inSession(`iterations/2/tasks/task-4.md`)]:`# task-4
`,[inSession(`iterations/2/reports/task-1-report.md`)]:reportText(`task-1`)+reviewText(`Qualified`),[inSession(`iterations/2/reports/task-3-report.md`)]:reportText(`task-3`)+reviewText(`Failed`)},laterSample=change(sample,{[tasksPath]:[[`## Planning Tasks`,`## Dependency Graph
\`\`\`
task-2: [task-1]
\`\`\`

## Parallel Groups
- **Wave 1**: [task-1, task-3]
- **Wave 2**: [task-2]

## Planning Tasks`]]}),plannerDone=(e,t=sample)=>withMessage(t,`planner.${e}.1.output`,{...payloads.plannerOutput,status:e===`DISCOVERY`?`needs_qa_cycle`:`completed`},payloads.plannerInput(e)),questionerDone=(e=sample)=>withMessage(e,`questioner.BRAINSTORM.c1.output`,payloads.brainstorm,payloads.questionerInput(`BRAINSTORM`)),withoutQuestions=change(sample,{[questionsPath]:null}),executorAsked=(e,t=1)=>withMessage(e,`executor.task-3.a${t}.input`,payloads.executorInput(`task-3`,t)),executorSaid=(e,t={},n=1)=>withMessage(e,`executor.task-3.a${n}.output`,{...payloads.executorOutput(`task-3`,n),...t},payloads.executorInput(`task-3`,n)),unfinished=(e,...t)=>({status:e,success_criteria_met:!1,blockers:t}),reviewerSaid=(e,t={})=>withMessage(e,`reviewer.task-3.a1.output`,{...payloads.reviewerOutput,...t},payloads.reviewerInput(`task-3`)),sampleCalled=e=>Object.fromEntries(Object.entries(sample).map(([t,n])=>[t.replace(sessionPath,`.ralph-sessions/${e}`),n.replaceAll(`260131-144400`,e)])),fourthTask=`
- task-4: Sort
    - **Type**: Sequential
    - **Files**: src/sort.ts
    - **Objective**: Sort the words.
    - **Success Criteria**: The samples pass.
`;({...messagesSample}),[reportPath(`task-1`),...[`planner.INITIALIZE.1`,`questioner.BRAINSTORM.c1`,`executor.task-1.a1`,`reviewer.task-1.a1`].flatMap(e=>[messagePath(`${e}.input`),messagePath(`${e}.output`)]),...[`metadata.yaml`,`signals/inputs/signal-1.yaml`,`signals/processed/signal-0.yaml`,`iterations/1/metadata.yaml`,`iterations/2/progress.md`,`iterations/2/tasks/task-1.md`,`iterations/2/reports/task-1-report.md`].map(inSession)],{...iteratedSample},inSession(`signals/processed/signal-0.yaml`);const second={[reportPath(`task-3`,2)]:reportText(`task-3`,2)},third$2={[reportPath(`task-3`,3)]:reportText(`task-3`,3)},failed=e=>({[reportPath(`task-3`,e)]:reportText(`task-3`,e)+reviewText(`Failed`)}),thrice={...failedSample,...failed(2),...failed(3)},blocked={...payloads.plannerOutput,status:`blocked`,blockers:[`Which file?`]},plans=e=>Array.from({length:e},(e,t)=>t+1).reduce((e,t)=>withMessage(e,`planner.UPDATE.${t}.output`,blocked,payloads.plannerInput(`UPDATE`)),sample),examples$13={SUBAGENT_REPORT_MISSING:{bad:{"completed without a report":marked(sample,`task-3`,` `,`x`),"under review without a report":change(pendingSample,{[reportPath(`task-3`)]:null})},good:{"a report":pendingSample,"blocked: no report is needed":executorSaid(workingSample,unfinished(`blocked`,`Which words?`))}},REPORTFILE_ATTEMPT_GAP:{bad:{"a second without a first":{...sample,...second},"a third without a second":{...failedSample,...third$2}},good:{"one after the other":{...failedSample,...second},"an attempt that was blocked":executorSaid({...failedSample,...third$2},unfinished(`blocked`,`Which words?`),2)}},REPORTFILE_PREDECESSOR_UNREVIEWED:{bad:{"the first was not reviewed":{...sample,[reportPath(`task-3`)]:reportText(`task-3`),...second}},good:{"it failed":{...failedSample,...second},"the executor was blocked":executorSaid({...sample,[reportPath(`task-3`)]:reportText(`task-3`),...second},unfinished(`blocked`,`Which words?`))}},REPORTFILE_PREDECESSOR_QUALIFIED:{bad:{"after a verdict of Qualified":{...sample,[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(`Qualified`),...second}},good:{"after a verdict of Failed":{...failedSample,...second}}},SUBAGENT_ATTEMPT_LIMIT:{bad:{"a fourth report":{...thrice,...failed(4)},"a fourth input":executorAsked(thrice,4)},good:{"a third report":thrice,"no limit":{head:{...thrice,...failed(4)},configuration:{limits:{attempts:0}}}}},SUBAGENT_PLANNING_LIMIT:{bad:{"a third time":plans(3)},good:{twice:plans(2),"no limit":{head:plans(3),configuration:{limits:{planning:0}}}}}},without$1=change(sample,{[progressPath]:[[`- [ ] task-3 (Not Started)
`,``]]}),tasksWithout=sample[tasksPath]?.slice(0,sample[tasksPath]?.indexOf(`
- task-3`))??``,withdrawnSample=change(without$1,{[tasksPath]:tasksWithout}),elsewhere=sampleCalled(`260201-080000`),examples$12={MARKER_TRANSITION_ILLEGAL:{bad:{"a planning task that is done":{base:sample,head:marked(sample,`plan-init`,`x`,` `)},"out of failed, in v2, without a step":{base:iteratedSample,head:change(iteratedSample,{[inSession(`iterations/2/progress.md`)]:[[`- [C] task-4`,`- [ ] task-4`]]})}},good:{begun:{base:sample,head:workingSample},"planning, done at once":{base:marked(sample,`plan-init`,`x`,` `),head:sample}}},MARKER_TRANSITION_SKIPPED:{bad:{"from not started to under review":{base:{...sample,[reportPath(`task-3`)]:reportText(`task-3`)},head:pendingSample},"a new line in progress":{base:withdrawnSample,head:workingSample}},good:{"with its report":{base:sample,head:pendingSample},"one step":{base:sample,head:workingSample}}},MARKER_REVERTED:{bad:{"back to not started":{base:pendingSample,head:marked(pendingSample,`task-3`,`P`,` `)},"back to in progress":{base:pendingSample,head:marked(pendingSample,`task-3`,`P`,`/`)}},good:{Failed:{base:pendingSample,head:failedSample},Qualified:{base:pendingSample,head:doneSample}}},MARKER_REMOVED:{bad:{"a planning task":{base:sample,head:change(sample,{[progressPath]:[[`- [x] plan-init (Completed)
`,``]]})},"one that was begun":{base:workingSample,head:withdrawnSample}},good:{"withdrawn in time":{base:withdrawnSample,head:withdrawnSample},"another place":{base:sample,head:change(sample,{[progressPath]:[[`- [ ] task-2 (Not Started)
- [ ] task-3 (Not Started)`,`- [ ] task-3 (Not Started)
- [ ] task-2 (Not Started)`]]})}}},TASKS_WITHDRAWN:{bad:{"not begun":{base:sample,head:withdrawnSample}},good:{"nothing withdrawn":{base:sample,head:workingSample}}},TASKS_CHANGED:{bad:{"the objective of a completed task":{base:sample,head:change(sample,{[tasksPath]:[[`Have the part of task-1.`,`Have another part.`]]})},"the file of a task in progress, in v2":{base:iteratedSample,head:{...iteratedSample,[inSession(`iterations/2/tasks/task-2.md`)]:`# task-2

Something else.
`}}},good:{"not begun":{base:sample,head:change(sample,{[tasksPath]:[[`Have the part of task-3.`,`Have another part.`]]})},"the title":{base:sample,head:change(sample,{[tasksPath]:[[`task-1: Build task-1`,`task-1: Count`]]})}}},SUBAGENT_ARTIFACT_REMOVED:{bad:{"the questions":{base:sample,head:change(sample,{[questionsPath]:null})}},good:{"other files":{base:{...sample,[inSession(`notes.md`)]:`Notes
`},head:sample}}},SUBAGENT_SESSION_REMOVED:{bad:{"tasks that were not begun":{base:{...sample,...elsewhere},head:elsewhere}},good:{"a complete one":{base:{...elsewhere,...Object.fromEntries(Object.entries(sample).map(([e,t])=>[e,t.replaceAll(`- [ ] task`,`- [x] task`)]))},head:elsewhere}}},SUBAGENT_PROFILE_CHANGED:{bad:{"a dependency graph":{base:sample,head:laterSample}},good:{"the same":{base:laterSample,head:laterSample},"a fixed one":{base:sample,head:{...sample,[inSession(`plan.questions.risks.md`)]:sample[questionsPath]??``},configuration:{profile:`v1-3.x`}}}},TASKS_FILE_OUTSIDE:{bad:{"another source":{base:sample,head:{...pendingSample,"src/help.ts":`help
`,"src/other.ts":`other
`}}},good:{"the file of the task":{base:sample,head:{...pendingSample,"src/help.ts":`help
`}},"in a folder":{base:change(sample,{[tasksPath]:[[`src/help.ts`,`src/help/`]]}),head:change({...pendingSample,"src/help/a/b.ts":``},{[tasksPath]:[[`src/help.ts`,`src/help/`]]})}}}},reviewed$1=reviewerSaid(change(marked(sample,`task-3`,` `,`x`),{[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(`Qualified`)})),log=[{sha:`1111111aaaa`,subject:`Have help`}],first={"src/count.ts":``},examples$11={SUBAGENT_EFFECT_MISSING:{bad:{"an update of nothing":{base:sample,head:plannerDone(`UPDATE`)},"a breakdown without tasks":{base:sample,head:plannerDone(`TASK_BREAKDOWN`)}},good:{"an update":{base:sample,head:plannerDone(`UPDATE`,change(sample,{[planPath]:[[`Count the`,`Count all`]]}))},"a breakdown":{base:sample,head:plannerDone(`TASK_BREAKDOWN`,change(sample,{[tasksPath]:[[`Have the part of task-3.`,`Have help.`]]}))}}},SUBAGENT_EFFECT_OVERWRITTEN:{bad:{"another plan":{base:sample,head:plannerDone(`INITIALIZE`,change(sample,{[planPath]:[[`Count the`,`Count all`]]}))}},good:{"initialized before the change":{base:sample,head:plannerDone(`INITIALIZE`)},"the mark of a planning task, moved":{base:marked(sample,`plan-init`,`x`,`/`),head:plannerDone(`INITIALIZE`)}}},SUBAGENT_EFFECT_UNEXPECTED:{bad:{"a questioner that changes the plan":{base:withoutQuestions,head:questionerDone(change(sample,{[planPath]:[[`Count the`,`Count all`]]}))},"an executor that changes the tasks":{base:sample,head:executorSaid(change(pendingSample,{[tasksPath]:[[`Have the part of task-2.`,`Have nothing.`]]}))}},good:{"an executor":{base:sample,head:executorSaid(pendingSample)},"a reviewer":{base:pendingSample,head:reviewed$1}}},SUBAGENT_EFFECT_INFERRED:{bad:{"not even begun":{base:sample,head:change(sample,{[reportPath(`task-3`)]:reportText(`task-3`)})}},good:{"under review":{base:sample,head:pendingSample},"an attempt that came to nothing":{base:sample,head:executorSaid(change(sample,{[reportPath(`task-3`)]:reportText(`task-3`)}),unfinished(`failed`))}}},SUBAGENT_FILES_MISSING:{bad:{"under review":{head:{...pendingSample,...first},log},completed:{base:{...pendingSample,...first},head:{...doneSample,...first},log}},good:{"the files are there":{head:withWork(doneSample),log},"the change does not touch the task":{base:sample,head:change(withWork(doneSample),{"src/count.ts":null}),log}}}},metadata=inSession(`metadata.yaml`),edited$1=(...e)=>change(iteratedSample,{[metadata]:e}),atState=e=>edited$1([`EXECUTING_BATCH`,e]),without=e=>Object.fromEntries(Object.entries(iteratedSample).filter(([t])=>!t.includes(e))),signal=inSession(`signals/inputs/signal-1.yaml`),examples$10={SUBAGENT_METADATA_FIELD:{bad:{"no version":edited$1([`version: 4
`,``]),"another session":edited$1([`260131-144400`,`260131-144401`])},good:{"all fields":iteratedSample}},SUBAGENT_STATE_UNKNOWN:{bad:{"another word":atState(`WORKING`)},good:{"a state":atState(`COMPLETE`)}},SUBAGENT_STATE_ILLEGAL:{bad:{"begun again":{base:iteratedSample,head:atState(`INITIALIZING`)},"planned again":{base:atState(`COMPLETE`),head:atState(`PLANNING`)}},good:{planning:{base:atState(`INITIALIZING`),head:atState(`PLANNING`)}}},SUBAGENT_STATE_SKIPPED:{bad:{"from executing to complete":{base:iteratedSample,head:atState(`COMPLETE`)}},good:{"to reviewing":{base:iteratedSample,head:atState(`REVIEWING_BATCH`)}}},SUBAGENT_ITERATION_ORDER:{bad:{"a gap":without(`iterations/1/`),"one less than before":{base:change({...iteratedSample,[inSession(`iterations/3/progress.md`)]:`# Progress
`},{[metadata]:[[`iteration: 2`,`iteration: 3`]]}),head:{...iteratedSample,[inSession(`iterations/3/progress.md`)]:`# Progress
`}}},good:{"in order":iteratedSample}},SUBAGENT_ITERATION_FROZEN:{bad:{"what was learned":{base:iteratedSample,head:change(iteratedSample,{[inSession(`iterations/1/knowledge/words.md`)]:`Another.
`})},"a new file":{base:iteratedSample,head:{...iteratedSample,[inSession(`iterations/1/knowledge/lines.md`)]:`A line ends.
`}}},good:{"the current one":{base:iteratedSample,head:{...iteratedSample,[inSession(`iterations/2/knowledge/lines.md`)]:`A line ends.
`}},"an earlier one that was not completed":{base:change(iteratedSample,{[inSession(`iterations/1/metadata.yaml`)]:`iteration: 1
`}),head:change(iteratedSample,{[inSession(`iterations/1/metadata.yaml`)]:`iteration: 1
`,[inSession(`iterations/1/knowledge/words.md`)]:`Another.
`})}}},SUBAGENT_SIGNAL:{bad:{"an unknown type":change(iteratedSample,{[signal]:[[`STEER`,`TURN`]]}),"no message":change(iteratedSample,{[signal]:[[`Mind the last line.`,``]]})},good:{processed:{...iteratedSample,[inSession(`signals/processed/signal-0.yaml`)]:`type: INFO
message: Well done.
handling_metadata:
  handled_by: Orchestrator
  handled_at: 2026-02-01T09:00:00Z
  action_taken: none
`}}}},third$1=`- [ ] task-3 (Not Started)`,working=executorAsked(workingSample),examples$9={MARKER_UNKNOWN:{bad:{"a tick":inProgress([third$1,`- [✓] task-3 (done)`]),nothing:inProgress([third$1,`- [] task-3`])},good:{"placeholders, legends and criteria":inProgress([third$1,`${third$1}\n  - [?] criterion met\n- [To be filled after the breakdown]\n- [-] later`]),"a fenced example":inProgress([third$1,`${third$1}\n\n\`\`\`\n- [Z] task-4\n\`\`\``])}},MARKER_CASE:{bad:{"a capital":inProgress([`- [x] task-1`,`- [X] task-1`]),"an ordered list":inProgress([`- [x] plan-init`,`1. [X] **plan-init**`])},good:{small:sample}},MARKER_UNREADABLE:{bad:{"a capital":inProgress([third$1,`${third$1}\n- [ ] Task-4 (Not Started)`]),"a blank":inProgress([third$1,`${third$1}\n- [x] task 4: Print`])},good:{ids:sample,criteria:inProgress([third$1,`${third$1}\n  - [ ] plan written\n  - [x] tasks are small`])}},MARKER_DUPLICATE:{bad:{"the same twice":inProgress([third$1,`${third$1}\n${third$1}`]),"two states":inProgress([`- [x] task-1 (Completed)`,`- [x] task-1 (Completed)
- [ ] task-1`])},good:{"ids that begin alike":inProgress([`- [x] plan-init`,`- [x] plan-init.1
- [x] plan-init`])}},MARKER_PLANNING_REVIEW:{bad:{"under review":marked(sample,`plan-init`,`x`,`P`)},good:{completed:sample}},MARKER_TASK_UNKNOWN:{bad:{"nowhere mentioned":inProgress([`- [ ] task-3 (Not Started)`,`- [ ] task-3 (Not Started)
- [ ] task-4 (Not Started)`]),"no file in the iteration":change(iteratedSample,{[inSession(`iterations/2/progress.md`)]:[[`- [C] task-4`,`- [C] task-4
- [ ] task-5`]]})},good:{"a mention":change(inProgress([`- [ ] task-3 (Not Started)`,`- [ ] task-3 (Not Started)
- [ ] task-4`]),{"docs/a.md":``,".ralph-sessions/260131-144400/tasks.md":`${sample[`.ralph-sessions/260131-144400/tasks.md`]}\nLater comes task-4.\n`}),planning:inProgress([`- [x] plan-init`,`- [x] plan-other
- [x] plan-init`])}},MARKER_UNREVIEWED:{bad:{"no PART 2":marked(pendingSample,`task-3`,`P`,`x`)},good:{"a verdict":doneSample,"a task that proved wrong, in 3.x":change(laterSample,{[progressPath]:[[`- [x] task-1`,`- [F] task-1`]],[reportPath(`task-1`)]:reportText(`task-1`)})}},MARKER_BEHIND_VERDICT:{bad:{Qualified:change(pendingSample,{[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(`Qualified`)}),Failed:marked(failedSample,`task-3`,` `,`P`)},good:{"no verdict yet":pendingSample,"a placeholder":change(pendingSample,{[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(`Qualified | Failed`)})}},MARKER_CONTRADICTS_VERDICT:{bad:{"Qualified, and not started":marked(sample,`task-1`,`x`,` `),"Failed, and completed":marked(failedSample,`task-3`,` `,`x`)},good:{"Failed, and begun again":marked(failedSample,`task-3`,` `,`/`),"Failed, and failed, in v2":iteratedSample}},SUBAGENT_STALE:{bad:{"a day and more":{head:working,at:`2026-02-02T10:00:00Z`,staleAfter:24*hour}},good:{"not longer than that":{head:working,at:`2026-02-01T14:59:00Z`,staleAfter:24*hour},"its grant has an `until`":{head:change(working,{[messagePath(`executor.task-3.a1.input`)]:[[`"payload"`,`"until": "2026-02-03T15:00:00Z",
  "payload"`]]}),at:`2026-02-02T10:00:00Z`,staleAfter:24*hour}}}},output$1=`executor.task-1.a1.output`,review=`reviewer.task-1.a1.output`,failing=e=>reviewerSaid(failedSample,{verdict:`Failed`,feedback:`Keep it.`,...e}),examples$8={MESSAGE_COMPLETED_UNMET:{bad:{"not met":inMessage(output$1,[`"success_criteria_met": true`,`"success_criteria_met": false`])},good:{"blocked, and not met":executorSaid(workingSample,unfinished(`blocked`,`Which?`))}},MESSAGE_COMPLETED_BLOCKED:{bad:{"a blocker":inMessage(output$1,[`"blockers": []`,`"blockers": ["Which words?"]`])},good:{"a blank one":inMessage(output$1,[`"blockers": []`,`"blockers": [""]`])}},MESSAGE_BLOCKERS_MISSING:{bad:{"an executor":executorSaid(workingSample,unfinished(`blocked`)),"a planner":withMessage(messagesSample,`planner.UPDATE.1.output`,{...payloads.plannerOutput,status:`needs_clarification`},payloads.plannerInput(`UPDATE`))},good:{"a question":executorSaid(workingSample,unfinished(`blocked`,`Which?`))}},MESSAGE_VERDICT_UNFOUNDED:{bad:{"not met":inMessage(review,[`"met": true`,`"met": false`]),none:change(inMessage(review,[`"criteria_results": [`,`"criteria_results": [],
    "others": [`]),{})},good:{Failed:failing({criteria_results:[]}),"counts, in 3.x":withMessage(laterSample,review,{...payloads.reviewerOutput,criteria_results:{total_criteria:2,met:2,not_met:0}},payloads.reviewerInput(`task-1`))}},MESSAGE_FEEDBACK_MISSING:{bad:{none:failing({feedback:` `})},good:{"a sentence":failing({})}},MESSAGE_COUNT_MISMATCH:{bad:{"one more":inMessage(`planner.INITIALIZE.1.output`,[`"total": 4`,`"total": 5`])},good:{"the sum":messagesSample}},MESSAGE_COUNT_DOUBTFUL:{bad:{priorities:inMessage(`questioner.BRAINSTORM.c1.output`,[`"questions_generated": 2`,`"questions_generated": 3`]),confidences:inMessage(`questioner.RESEARCH.c1.output`,[`"high": 1`,`"high": 2`])},good:{"fewer confidences than answers":inMessage(`questioner.RESEARCH.c1.output`,[`"questions_answered": 1`,`"questions_answered": 4`])}},MESSAGE_MODE_FIELD:{bad:{BRAINSTORM:inMessage(`questioner.BRAINSTORM.c1.output`,[`"questions_generated": 2,
    `,``]),RESEARCH:inMessage(`questioner.RESEARCH.c1.output`,[`"questions_answered": 1,
    `,``])},good:{blocked:inMessage(`questioner.RESEARCH.c1.output`,[`"status": "completed",
    "questions_answered": 1`,`"status": "blocked"`])}},MESSAGE_REPORT_PATH:{bad:{"of another attempt":{...inMessage(`reviewer.task-1.a1.input`,[`tasks.task-1-report.md`,`tasks.task-3-report.md`]),[reportPath(`task-3`)]:failedSample[reportPath(`task-3`)]??``},"of another task":{...inMessage(output$1,[`tasks.task-1-report.md`,`tasks.task-3-report.md`]),[reportPath(`task-3`)]:failedSample[reportPath(`task-3`)]??``}},good:{"from the root, and with another slash":inMessage(output$1,[`tasks.task-1-report.md`,`.ralph-sessions\\\\260131-144400/tasks.task-1-report.md`]),"with a dot before it":inMessage(output$1,[`tasks.task-1-report.md`,`./tasks.task-1-report.md`])}}},planned$1=`planner.INITIALIZE.1.input`,output=`executor.task-1.a1.output`,input=`executor.task-1.a1.input`,examples$7={MESSAGE_UNREADABLE:{bad:{"broken off":change(sample,{[messagePath(`planner.UPDATE.1.input`)]:`{ "SESSION_PATH": `}),"a list":change(sample,{[messagePath(`planner.UPDATE.1.input`)]:`[]
`})},good:{messages:messagesSample,"a byte-order mark":inMessage(planned$1,[`{
  "contract"`,`﻿{
  "contract"`])}},MESSAGE_NAME:{bad:{"an unknown agent":change(sample,{[messagePath(`librarian.task-1.a1.input`)]:`{}`}),"attempt 0":change(sample,{[messagePath(`executor.task-1.a0.input`)]:`{}`})},good:{"an id with a dot":change(executorAsked(sample),{[messagePath(`README`)]:null}),"other files":{...sample,".ralph-sessions/260131-144400/messages/README.md":`By hand.
`}}},MESSAGE_ENVELOPE:{bad:{"no time":inMessage(planned$1,[`  "created_at": "2026-01-31T15:00:00Z",
`,``]),"a day":inMessage(planned$1,[`2026-01-31T15:00:00Z`,`2026-01-31`])},good:{"an offset without a colon":inMessage(planned$1,[`15:00:00Z`,`15:00:00+0700`]),"who sent it, and answers":inMessage(input,[`"payload"`,`"by": "octocat",
  "answers": [{ "question": "Which?", "by": "octocat", "at": "2026-01-31T15:00:00Z" }],
  "payload"`])}},MESSAGE_CONTRACT_VERSION:{bad:{"a later one":inMessage(planned$1,[`@1.0.0`,`@1.1.0`])},good:{"this one":messagesSample}},MESSAGE_FIELD_MISSING:{bad:{"no request":inMessage(planned$1,[`,
    "USER_REQUEST": "Count words."`,``]),"a blank request":inMessage(planned$1,[`Count words.`,` `])},good:{"null for what may be absent":inMessage(`planner.INITIALIZE.1.output`,[`"blockers": []`,`"blockers": null`]),"unknown keys":inMessage(output,[`"status"`,`"patterns": [],
    "status"`])}},MESSAGE_FIELD_DEFAULTED:{bad:{"no attempt":inMessage(input,[`,
    "ATTEMPT_NUMBER": 1`,``]),"no cycle":inMessage(`questioner.RESEARCH.c1.input`,[`,
    "CYCLE_NUMBER": 1`,``])},good:{both:messagesSample}},MESSAGE_FIELD_TYPE:{bad:{"a number as text":inMessage(input,[`"ATTEMPT_NUMBER": 1`,`"ATTEMPT_NUMBER": "1"`]),"true as text":inMessage(output,[`"success_criteria_met": true`,`"success_criteria_met": "true"`])},good:{"the types":messagesSample,"true as text, in 3.x":withMessage(laterSample,output,{...payloads.executorOutput(`task-1`),success_criteria_met:`true`,discovered_tasks:[`Sort`]},payloads.executorInput(`task-1`))}},MESSAGE_FIELD_VALUE:{bad:{"a status":inMessage(`questioner.RESEARCH.c1.output`,[`"completed"`,`"done"`]),"a status of a review":inMessage(`reviewer.task-1.a1.output`,[`"status": "completed"`,`"status": "ok"`])},good:{"the values":messagesSample,"any next action, in 3.x":withMessage(laterSample,`planner.UPDATE.1.output`,{...payloads.plannerOutput,next_actions:[`rest`]},payloads.plannerInput(`UPDATE`))}},MESSAGE_KEY_MISMATCH:{bad:{"another agent":inMessage(planned$1,[`ralph-planner`,`ralph-executor`]),"another kind":inMessage(planned$1,[`"kind": "input"`,`"kind": "output"`])},good:{"a path in other forms":inMessage(planned$1,[`.ralph-sessions/260131-144400/`,`./.ralph-sessions/260131-144400`]),"an absolute path, in 3.x":withMessage(laterSample,planned$1,{...payloads.plannerInput(`INITIALIZE`),SESSION_PATH:`/home/octocat/counter/.ralph-sessions/260131-144400`})}},MESSAGE_PATH_UNSAFE:{bad:{absolute:inMessage(planned$1,[`.ralph-sessions/260131-144400/`,`/.ralph-sessions/260131-144400/`]),"out of the session":inMessage(output,[`tasks.task-1-report.md`,`../tasks.task-1-report.md`])},good:{inside:messagesSample}}},planned=`planner.INITIALIZE.1.input`,updated=(e,t)=>withMessage(change(sample,{[planPath]:[[`Count the words`,`Count all words`]]}),`planner.UPDATE.1.output`,{...payloads.plannerOutput,artifacts_created:e,artifacts_updated:t},payloads.plannerInput(`UPDATE`)),examples$6={MESSAGE_TASK_UNKNOWN:{bad:{"an unknown task":withMessage(sample,`executor.task-8.a1.input`,payloads.executorInput(`task-8`))},good:{"a task":executorAsked(workingSample)}},MESSAGE_UNPAIRED:{bad:{"no input":change(inMessage(`planner.INITIALIZE.1.output`),{[messagePath(`planner.INITIALIZE.1.input`)]:null})},good:{"an input that is in flight":change(inMessage(`planner.INITIALIZE.1.output`),{[messagePath(`planner.INITIALIZE.1.output`)]:null})}},MESSAGE_MARKER_MISMATCH:{bad:{"completed, and still in progress":executorSaid({...workingSample,[reportPath(`task-3`)]:pendingSample[reportPath(`task-3`)]??``}),"blocked, and under review":executorSaid(pendingSample,unfinished(`blocked`,`Which?`))},good:{"completed, and Failed":executorSaid(failedSample),"a later attempt":executorAsked(executorSaid(marked(failedSample,`task-3`,` `,`/`)),2)}},MESSAGE_VERDICT_MISMATCH:{bad:{none:reviewerSaid(pendingSample),"the other one":reviewerSaid(failedSample)},good:{"the same":messagesSample}},MESSAGE_ARTIFACT_MISSING:{bad:{"not there":inMessage(`planner.INITIALIZE.1.output`,[`"plan.md"`,`"design.md"`])},good:{"from the root":inMessage(`planner.INITIALIZE.1.output`,[`"plan.md"`,`".ralph-sessions/260131-144400/plan.md"`]),"the instructions":inMessage(`planner.INITIALIZE.1.output`,[`"plan.md"`,`"260131-144400.instructions.md"`])}},QUESTIONS_CYCLE_MISSING:{bad:{"no such cycle":withMessage(sample,`questioner.RESEARCH.c2.output`,payloads.research,payloads.questionerInput(`RESEARCH`,2)),"no questions":change(inMessage(`questioner.BRAINSTORM.c1.output`),{[questionsPath]:null})},good:{"a cycle":messagesSample,blocked:withMessage(sample,`questioner.RESEARCH.c2.output`,{status:`blocked`},payloads.questionerInput(`RESEARCH`,2))}},MESSAGE_CHANGED:{bad:{"the input":{base:inMessage(planned),head:inMessage(planned,[`Count words.`,`Count lines.`])}},good:{"an input in flight":{base:change(inMessage(planned),{[messagePath(`planner.INITIALIZE.1.output`)]:null}),head:change(inMessage(planned,[`Count words.`,`Count lines.`]),{[messagePath(`planner.INITIALIZE.1.output`)]:null})}}},MESSAGE_REMOVED:{bad:{both:{base:inMessage(planned),head:change(inMessage(planned),{[messagePath(planned)]:null,[messagePath(`planner.INITIALIZE.1.output`)]:null})}},good:{"an input in flight":{base:withMessage(sample,`planner.UPDATE.1.input`,payloads.plannerInput(`UPDATE`)),head:sample}}},MESSAGE_ARTIFACT_UNCHANGED:{bad:{"created, and was there":{base:sample,head:updated([`plan.md`],[])},"updated, and is the same":{base:sample,head:updated([],[`plan.md`,`tasks.md`])}},good:{updated:{base:sample,head:updated([],[`plan.md`])}}}},cycle=e=>`\n### Cycle ${e}\n\n1. Is it fast?\n    - **Status**: Unanswered\n`,withCycles=(...e)=>change(sample,{[questionsPath]:(sample[questionsPath]??``)+e.map(cycle).join(``)}),twice=withCycles(2),edited=(e,t,n)=>change(e,{[questionsPath]:[[t,n]]}),examples$5={QUESTIONS_CYCLE_ORDER:{bad:{"a gap":withCycles(3),twice:withCycles(1)},good:{"in order":withCycles(2,3)}},QUESTIONS_FIELD_VALUE:{bad:{"a status":inQuestions([`**Status**: Unanswered`,`**Status**: Open`]),"a category":inQuestions([`Technical`,`Technology`])},good:{"template text":inQuestions([`**Status**: Unanswered`,`**Status**: Unanswered | Answered`],[`Constraints`,`[Category]`])}},QUESTIONS_ANSWER_MISSING:{bad:{"no source":inQuestions([`    - **Source**: docs/words.md
`,``]),"no answer":inQuestions([`What stands between blanks.`,`[…]`])},good:{"both, in nested items":inQuestions([`**Source**: docs/words.md`,`**Source**:
        - docs/words.md`])}},QUESTIONS_LIMIT:{bad:{"a fourth":withCycles(2,3,4)},good:{"a third":withCycles(2,3),"no limit":{head:withCycles(2,3,4),configuration:{limits:{cycles:0}}}}},QUESTIONS_CYCLE_REMOVED:{bad:{"the last one":{base:twice,head:sample}},good:{"a new one":{base:sample,head:twice}}},QUESTIONS_QUESTION_CHANGED:{bad:{"other words":{base:sample,head:edited(sample,`What is a word?`,`What is a line?`)},gone:{base:sample,head:edited(sample,`2. **[Low Priority]** How`,`How`)}},good:{"another number, priority and blanks":{base:sample,head:edited(sample,`2. **[Low Priority]** How long`,`3. **[High Priority]** How  long`)}}},QUESTIONS_ANSWER_CHANGED:{bad:{"after the next cycle began":{base:twice,head:edited(twice,`What stands between blanks.`,`What stands on a line.`)}},good:{"in the last cycle":{base:sample,head:edited(sample,`What stands between blanks.`,`What stands on a line.`)},"a first answer":{base:edited(twice,`**Status**: Answered`,`**Status**: Research Needed`),head:twice}}}},reviewed=(e,t)=>change(sample,{[reportPath(`task-3`)]:reportText(`task-3`)+reviewText(e,t)}),examples$4={REPORTFILE_REMOVED:{bad:{"of an attempt that failed":{base:failedSample,head:sample}},good:{"a new one":{base:sample,head:failedSample}}},REPORTFILE_PART1_CHANGED:{bad:{"after the verdict":{base:sample,head:change(sample,{[reportPath(`task-1`)]:[[`Wrote the part`,`Wrote all`]]})},"under review":{base:change(marked(sample,`task-3`,` `,`P`),{[reportPath(`task-3`)]:reportText(`task-3`)}),head:change(marked(sample,`task-3`,` `,`P`),{[reportPath(`task-3`)]:reportText(`task-3`).replace(`Wrote`,`Rewrote`)})}},good:{"other line ends":{base:sample,head:change(sample,{[reportPath(`task-1`)]:sample[reportPath(`task-1`)]?.replaceAll(`
`,`\r
`)??``})},"while in progress":{base:change(marked(sample,`task-3`,` `,`/`),{[reportPath(`task-3`)]:reportText(`task-3`)}),head:change(marked(sample,`task-3`,` `,`/`),{[reportPath(`task-3`)]:reportText(`task-3`).replace(`Wrote`,`Rewrote`)})}}},REPORTFILE_VERDICT_CHANGED:{bad:{gone:{base:failedSample,head:change(failedSample,{[reportPath(`task-3`)]:reportText(`task-3`)})}},good:{"a first one":{base:change(failedSample,{[reportPath(`task-3`)]:reportText(`task-3`)}),head:failedSample}}},REPORTFILE_PART2_CHANGED:{bad:{"other feedback":{base:failedSample,head:reviewed(`Failed`,`Keep all lines.`)}},good:{"a last line":{base:failedSample,head:change(failedSample,{[reportPath(`task-3`)]:`${failedSample[reportPath(`task-3`)]}\n`})}}}},third=reportPath(`task-3`),verdict=e=>change(pendingSample,{[third]:reportText(`task-3`)+reviewText(e)}),examples$3={REPORTFILE_NAME:{bad:{"the first attempt, numbered":{...sample,[inSession(`tasks.task-3-report-r1.md`)]:reportText(`task-3`)},"a leading zero":{...sample,[inSession(`tasks.task-3-report-r02.md`)]:reportText(`task-3`)}},good:{"a report":pendingSample}},REPORTFILE_TITLE:{bad:{"another task":change(pendingSample,{[third]:[[`# Task Report: task-3`,`# Task Report: task-2`]]})},good:{"a rework":{...failedSample,[reportPath(`task-3`,2)]:reportText(`task-3`,2)},words:change(pendingSample,{[third]:[[`# Task Report: task-3`,`# Task Report: help`]]})}},REPORTFILE_TASK_UNKNOWN:{bad:{"an unknown task":{...sample,[reportPath(`task-7`)]:reportText(`task-7`)}},good:{"a task":pendingSample}},REPORTFILE_PART1_MISSING:{bad:{"no parts":change(failedSample,{[third]:`# Task Report: task-3

Done.
`}),"only in a fence":change(failedSample,{[third]:"# Task Report: task-3\n\n```\n## PART 1\n```\n"})},good:{"a part":pendingSample,"in lower-case letters":change(pendingSample,{[third]:[[`## PART 1: IMPLEMENTATION`,`# **Part 1** - implementation`]]})}},REPORTFILE_LEGACY:{bad:{"a section Status":change(doneSample,{[third]:`# Task Report: task-3

## Status
Qualified

## Work
Done.
`})},good:{"parts, and a status":change(pendingSample,{[third]:[[`### Summary`,`### Status
Qualified

### Summary`]]})}},REPORTFILE_UNFILLED:{bad:{"a template":change(pendingSample,{[third]:[[`Wrote the part of task-3.`,`[To be filled by the executor]`]]}),"labels without values":change(pendingSample,{[third]:[[`Wrote the part of task-3.`,`- **Changed files**: [list]
- Tests:
*(To be filled)*`]]})},good:{"a sentence":pendingSample,"a task that is not finished":{...change(failedSample,{}),[reportPath(`task-3`,2)]:reportText(`task-3`,2).replace(`Wrote the part of task-3.`,`[To be filled]`)}}},REPORTFILE_VERDICT_UNKNOWN:{bad:{"another word":verdict(`Approved`),"the opposite of one":verdict(`Not qualified`)},good:{"a template":verdict(`Qualified | Failed`),"nothing yet":verdict(`[Qualified or not]`)}},REPORTFILE_PART2_DUPLICATE:{bad:{"two reviews":change(failedSample,{[third]:reportText(`task-3`)+reviewText(`Qualified`)+reviewText(`Failed`)})},good:{"an empty PART 2 of the executor":change(failedSample,{[third]:`${reportText(`task-3`)}\n---\n## PART 2: REVIEW REPORT\n*(To come)*\n${reviewText(`Failed`)}`})}},REPORTFILE_FEEDBACK_MISSING:{bad:{"no section":change(sample,{[third]:reportText(`task-3`)+reviewText(`Failed`,``)}),"an empty one":change(sample,{[third]:reportText(`task-3`)+reviewText(`Failed`,`[…]`)})},good:{"a sentence":failedSample,Qualified:doneSample}}},text=sample[`.ralph-sessions/260131-144400.instructions.md`]??``,examples$2={SUBAGENT_SESSION_ID:{bad:{"a word":sampleCalled(`counter`)},good:{"a session id":sample,"a folder with other files":{...sample,".ralph-sessions/archive/readme.md":`Old sessions.
`}}},SUBAGENT_SESSION_DATE:{bad:{"a month that there is none":sampleCalled(`269999-999999`),"a day that the month does not have":sampleCalled(`260231-144400`)},good:{"the last second of a leap day":sampleCalled(`280229-235959`)}},SUBAGENT_SESSION_LEGACY:{bad:{"tasks without ids":change(sample,{[progressPath]:`# Progress

- [x] Task 1: Count
- [ ] Task 2: Print
`}),"a state of its own":change(iteratedSample,{[inSession(`metadata.yaml`)]:`state: EXECUTING
`})},good:{"no task yet":messagesSample,"an orchestrator":iteratedSample}},SUBAGENT_UNREADABLE:{bad:{NUL:change(sample,{[planPath]:`Count\0words
`}),"a link":{head:change(sample,{[tasksPath]:`../tasks.md`}),links:[tasksPath]}},good:{"a byte-order mark and CRLF":change(sample,{[progressPath]:`\ufeff${sample[progressPath]?.replaceAll(`
`,`\r
`)}`}),"evidence of any kind":{...sample,[inSession(`tests/log.bin`)]:`a\0b`}}},SUBAGENT_LAYOUT_MISSING:{bad:{"no plan":change(sample,{[planPath]:null}),"a blank plan":change(sample,{[planPath]:` 
`})},good:{"all of them":sample,"metadata and the current iteration":iteratedSample}},SUBAGENT_INSTRUCTIONS_MISSING:{bad:{none:change(sample,{[instructionsPath]:null})},good:{"next to the folder":sample}},SUBAGENT_INSTRUCTIONS_PLACE:{bad:{"in the folder":change(sample,{[instructionsPath]:null,[inSession(`260131-144400.instructions.md`)]:text}),"in the folder, without a name":change(sample,{[instructionsPath]:null,[inSession(`.instructions.md`)]:text})},good:{"next to it":sample}},SUBAGENT_INSTRUCTIONS_SCOPE:{bad:{"no front matter":change(sample,{[instructionsPath]:`# Instructions
`}),"no applyTo":change(sample,{[instructionsPath]:[[`applyTo:`,`description:`]]})},good:{"a list":change(sample,{[instructionsPath]:[[`applyTo: ".ralph-sessions/260131-144400/**"`,`applyTo:
  - "docs/**"
  - ".ralph-sessions/260131-144400/**"`]]}),"several in one text":change(sample,{[instructionsPath]:[[`".ralph`,`"docs/**, .ralph`]]})}},SUBAGENT_VARIANT:{bad:{"a second plan":{...sample,[inSession(`plan-v2.md`)]:`# Plan
`},"updated tasks":{...sample,[inSession(`tasks-updated.md`)]:`# Tasks
`}},good:{"reports and questions":{...sample,[reportPath(`task-3`)]:sample[reportPath(`task-1`)]?.replace(`task-1`,`task-3`).replace(`Qualified`,`Failed

### Feedback
More.`)??``,[questionsPath]:sample[questionsPath]??``},"other names":{...sample,[inSession(`planning.txt`)]:``,[inSession(`notes.md`)]:``}}},SUBAGENT_STATE_IGNORED:{bad:{"the folder of sessions":{head:sample,ignored:[`.ralph-sessions/260131-144400/progress.md`]},"the list of tasks":{head:sample,ignored:[`.ralph-sessions/260131-144400/tasks.md`]}},good:{nothing:{head:sample,ignored:[]},"other files":{head:sample,ignored:[`.ralph-sessions/260131-144400/tests/log.txt`]}}}},withFourth=change(sample,{[tasksPath]:sample[tasksPath]+fourthTask}),begun=marked(marked(sample,`task-2`,` `,`/`),`task-1`,`x`,` `),early=change(begun,{".ralph-sessions/260131-144400/tasks.task-1-report.md":null}),drift=e=>change(laterSample,{[tasksPath]:[[`task-2: [task-1]`,e]]}),examples$1={TASKS_DUPLICATE:{bad:{"two definitions":change(sample,{[tasksPath]:sample[tasksPath]+fourthTask.replace(`task-4`,`task-3`)})},good:{"a list that only mentions it":inTasks([`## Planning Tasks`,`## Overview
- task-1: first
- task-2

## Planning Tasks`])}},TASKS_FIELD_MISSING:{bad:{"no objective":inTasks([`    - **Objective**: Have the part of task-3.
`,``]),"criteria that are to come":inTasks([`The samples of task-3 pass.`,`[To be filled]`])},good:{"in nested items":inTasks([`**Success Criteria**: The samples of task-3 pass.`,`**Success Criteria:**
        - [ ] the samples pass`]),planning:sample}},TASKS_UNTRACKED:{bad:{"a new definition":withFourth,"one that has a report already":{...withFourth,[reportPath(`task-4`)]:reportText(`task-4`)}},good:{"a line for each":change(withFourth,{[progressPath]:`${sample[progressPath]}- [ ] task-4\n`})}},TASKS_DEPENDENCY_UNKNOWN:{bad:{"inherits from an unknown task":inTasks([`From**: task-1`,`From**: task-8`]),"named in the type":inTasks([`Sequential
    - **Files**: src/help.ts`,`Sequential (depends on task-8)
    - **Files**: src/help.ts`])},good:{none:sample}},TASKS_DEPENDENCY_CYCLE:{bad:{"two tasks":inTasks([`The samples of task-3 pass.
    - **Inherits From**: None`,`Pass.
    - **Inherits From**: task-2`],[`From**: task-1`,`From**: task-3`]),itself:inTasks([`The samples of task-3 pass.
    - **Inherits From**: None`,`Pass.
    - **Inherits From**: task-3`])},good:{"a line of tasks":inTasks([`The samples of task-3 pass.
    - **Inherits From**: None`,`Pass.
    - **Inherits From**: task-2, task-1`])}},TASKS_DEPENDENCY_OPEN:{bad:{"the first is not even begun":early},good:{"the first is completed":marked(sample,`task-2`,` `,`/`),independent:workingSample}},TASKS_GRAPH_DRIFT:{bad:{"one more in the graph":drift(`task-2: [task-1, task-3]`),"none in the graph":drift(`task-2: []`)},good:{"the same":laterSample,"a task that the graph leaves out":drift(`task-1: []`)}},TASKS_WAVE_CONFLICT:{bad:{"one depends on the other":change(laterSample,{[tasksPath]:[[`[task-1, task-3]`,`[task-1, task-2]`]]}),"a file of both":change(laterSample,{[tasksPath]:[[`**Files**: src/help.ts`,"**Files**: src/help.ts, `src/count.ts`"]]})},good:{independent:laterSample}}},examples={...examples$13,...examples$12,...examples$11,...examples$10,...examples$9,...examples$8,...examples$7,...examples$6,...examples$5,...examples$4,...examples$3,...examples$2,...examples$1};export{examples};
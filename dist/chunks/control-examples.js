import"./rolldown-runtime.js";import{y as change,zu as hour}from"./check.js";const runPath=`runs/run-2026-01-20-001`,recordPath=`${runPath}/wf-run.json`,stagePath=(e,t=`explore`)=>`${runPath}/stages/${t}/${e}`,acceptPath=stagePath(`run/output-data/accept.json`),handbackPath=stagePath(`run/output-data/handback.json`);stagePath(`run/output-data/grant.json`);const nextGrantPath=stagePath(`run/output-data/grant.json`,`specify`),answerPath=stagePath(`run/output-data/answers/001.json`),configPath=stagePath(`stage-config.yaml`),resultPath=stagePath(`run/output-data/findings.json`),reportPath=stagePath(`run/output-files/report.md`),schemaPath=stagePath(`schemas/findings.schema.json`),paramsPath=stagePath(`run/output-data/output-params.json`),endPath=stagePath(`run/output-data/wf-result.json`),workflowPath=`flows/tidy/wf.yaml`,schema=`{
  "type": "object",
  "required": ["total"],
  "properties": { "total": { "type": "integer" } }
}
`,accept=`{
  "state": "agent",
  "timestamp": "2026-01-20T10:02:00+00:00"
}
`,handbacks={success:`{
  "reason": "success",
  "description": "Stage completed successfully."
}
`,error:`{
  "reason": "error",
  "description": "No brief",
  "error": {
    "code": "INPUT_MISSING",
    "message": "There is no brief"
  }
}
`,question:`{
  "reason": "question",
  "description": "Which colour?"
}
`},answer=`{
  "question": "Which colour?",
  "answer": "Green",
  "timestamp": "2026-01-20T11:00:00+00:00"
}
`,sample={[recordPath]:`{
  "run_id": "run-2026-01-20-001",
  "created_at": "2026-01-20T09:00:00+00:00",
  "workflow": { "name": "tidy", "version": "1.0", "source": "flows/tidy" },
  "stages": [
    { "id": "explore", "status": "pending", "started_at": null, "completed_at": null },
    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }
  ]
}
`,[configPath]:`id: explore
name: Explore
description: Finds out what is there
inputs:
  required:
  - name: brief
    path: inputs/brief.md
  optional: []
outputs:
  files:
  - name: report
    path: run/output-files/report.md
  data:
  - name: findings
    path: run/output-data/findings.json
    schema: schemas/findings.schema.json
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
output_parameters:
- name: total
  source: run/output-data/findings.json
  query: total
`,[schemaPath]:schema,[stagePath(`inputs/brief.md`)]:`Tidy the attic.
`,[stagePath(`prompt/wf.md`)]:`Read main.md.
`,[stagePath(`prompt/main.md`)]:`Look around.
`,[stagePath(`stage-config.yaml`,`specify`)]:`id: specify
name: Specify
inputs:
  required:
  - name: report
    path: inputs/report.md
    from_stage: explore
    source: run/output-files/report.md
outputs:
  files: []
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
parameters:
- name: total
  from_stage: explore
  output_parameter: total
`,[stagePath(`prompt/wf.md`,`specify`)]:`Read main.md.
`,[stagePath(`prompt/main.md`,`specify`)]:`Write it down.
`},grantedSample=change(sample,{[acceptPath]:accept}),workedSample=change(grantedSample,{[reportPath]:`All is well.
`,[resultPath]:`{ "total": 3 }
`}),returned=e=>change(workedSample,{[handbackPath]:handbacks[e]}),returnedSample=returned(`success`),nextSample=change(returnedSample,{[paramsPath]:`{ "stage_id": "explore", "published_at": "2026-01-20T12:00:00+00:00", "parameters": { "total": 3 } }
`,[stagePath(`run/output-data/accept.json`,`specify`)]:accept}),later=[[`10:02:00`,`13:00:00`]],workflowSample={[workflowPath]:`version: "1.0"
metadata:
  name: tidy
  description: Tidies what is there
stages:
- id: explore
  name: Explore
  description: Finds out what is there
  inputs:
    required:
    - name: brief
      path: inputs/brief.md
    optional: []
  outputs:
    files:
    - name: report
      path: run/output-files/report.md
    data:
    - name: findings
      path: run/output-data/findings.json
      schema: schemas/findings.schema.json
  prompt:
    entry: prompt/wf.md
    main: prompt/main.md
  output_parameters:
  - name: total
    source: run/output-data/findings.json
    query: total
shared_templates:
- source: templates/wf.md
  target: prompt/wf.md
- source: schemas/accept.schema.json
  target: schemas/accept.schema.json
- source: schemas/handback.schema.json
  target: schemas/handback.schema.json
`,"flows/tidy/templates/wf.md":`Read main.md.
`,"flows/tidy/schemas/accept.schema.json":`{}
`,"flows/tidy/schemas/handback.schema.json":`{}
`,"flows/tidy/stages/explore/prompt/main.md":`Look around.
`,"flows/tidy/stages/explore/schemas/findings.schema.json":schema},inAccept=(...e)=>change(grantedSample,{[acceptPath]:e}),inHandback=(e,...t)=>change(returned(e),{[handbackPath]:t}),inConfig=(...e)=>change(sample,{[configPath]:e}),inRecord=(...e)=>change(sample,{[recordPath]:e}),inWorkflow=(...e)=>change(workflowSample,{[workflowPath]:e});change({...nextSample,...workflowSample},{[answerPath]:answer,[nextGrantPath]:`{
  "agent": "dsp-agent/2",
  "by": "octocat",
  "since": "2026-01-20T10:02:00Z"
}
`,[endPath]:`{
  "stage_id": "explore",
  "status": "success"
}
`});const minute=6e4,granted=grantedSample[acceptPath]??``,written$4=e=>change(sample,{[acceptPath]:e}),timed=e=>inAccept([`2026-01-20T10:02:00+00:00`,e]),examples$9={ACCEPT_ABSENT:{bad:{"an answer alone":change(returnedSample,{[acceptPath]:null})},good:{both:returnedSample,neither:sample}},ACCEPT_UNREADABLE:{bad:{"no end":written$4(`{ "state": "agent"`),nothing:written$4(``)},good:{"Windows line endings":written$4(granted.replaceAll(`
`,`\r
`)),"one line without an end":written$4(`{"timestamp":"2026-01-20T10:02:00Z","state":"agent"}`)}},ACCEPT_SCHEMA:{bad:{"a list":written$4(`[]
`),null:written$4(`null
`)},good:{"its two keys in any order":written$4(`{ "timestamp": "2026-01-20T10:02:00Z", "state": "agent" }
`)}},ACCEPT_STATE:{bad:{"the other holder":inAccept([`"agent"`,`"orchestrator"`]),capitals:inAccept([`"agent"`,`"Agent"`])},good:{"the agent":grantedSample}},ACCEPT_TIMESTAMP:{bad:{"a word":timed(`yesterday`),"no zone":timed(`2026-01-20T10:02:00`)},good:{"the letter":timed(`2026-01-20T10:02:00Z`),microseconds:timed(`2026-01-20T10:02:00.423374+00:00`)}},CONTROL_STALE_ACCEPT:{bad:{"two days and a minute":{head:grantedSample,at:`2026-01-22T10:03:00Z`,staleAfter:48*hour}},good:{"two days":{head:grantedSample,at:`2026-01-22T10:02:00Z`,staleAfter:48*hour},"no audit":{head:grantedSample,at:`2026-12-24T00:00:00Z`}}},ACCEPT_FUTURE:{bad:{"six minutes":{head:grantedSample,at:`2026-01-20T09:56:00Z`,staleAfter:minute}},good:{"five minutes, as clocks differ":{head:grantedSample,at:`2026-01-20T09:57:00Z`,staleAfter:minute},"no audit":{head:grantedSample,at:`2026-01-01T00:00:00Z`}}}},again$1=(e,t,n)=>change(e,{[handbackPath]:null,[acceptPath]:[[t,n]]}),withoutHandback=change(returnedSample,{[handbackPath]:null}),answered=change(sample,{[answerPath]:answer}),withoutStage=e=>change(Object.fromEntries(Object.entries(e).filter(([e])=>!e.includes(`/stages/`))),{[recordPath]:[[`    { "id": "explore", "status": "pending", "started_at": null, "completed_at": null }`,``],[`,
    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }`,``]],"runs/run-2026-01-20-001/stages/README.md":`Nothing here.
`}),examples$8={ACCEPT_BACKWARDS:{bad:{"an earlier hour":{base:returnedSample,head:again$1(returnedSample,`10:02:00`,`09:00:00`)},"a later hour further east":{base:returnedSample,head:again$1(returnedSample,`10:02:00+00:00`,`12:00:00+05:00`)}},good:{"a later hour":{base:returnedSample,head:change(returnedSample,{[handbackPath]:null,[acceptPath]:later})},"an earlier hour further west":{base:returnedSample,head:again$1(returnedSample,`10:02:00+00:00`,`09:00:00-05:00`)}}},ACCEPT_REFRESHED:{bad:{"a later time":{base:grantedSample,head:change(grantedSample,{[acceptPath]:later})}},good:{"the same in another form":{base:grantedSample,head:change(grantedSample,{[acceptPath]:[[`
  "state"`,` "state"`]]})},"a new cycle":{base:returnedSample,head:change(returnedSample,{[handbackPath]:null,[acceptPath]:later})}}},ACCEPT_WITHDRAWN:{bad:{"while the agent works":{base:grantedSample,head:sample}},good:{"the agent still has it":{base:grantedSample,head:grantedSample},"an invalid grant":{base:change(grantedSample,{[acceptPath]:`{}
`}),head:sample}}},HANDBACK_DELETED:{bad:{"the old grant stays":{base:returnedSample,head:withoutHandback},"an unanswered question":{base:returned(`question`),head:withoutHandback}},good:{"a new grant":{base:returnedSample,head:change(withoutHandback,{[acceptPath]:later})},"an invalid one":{base:inHandback(`success`,[`"success"`,`"done"`]),head:withoutHandback}}},HANDBACK_REWRITTEN:{bad:{"an error that became a success":{base:returned(`error`),head:returnedSample},"another description":{base:returnedSample,head:inHandback(`success`,[`completed`,`was completed`])}},good:{"the same in another form":{base:returnedSample,head:change(returnedSample,{[handbackPath]:[[`
  "reason"`,` "reason"`]]})},"the same in another order":{base:returned(`error`),head:change(returned(`error`),{[handbackPath]:`{"error":{"message":"There is no brief","code":"INPUT_MISSING"},"description":"No brief","reason":"error"}`})}}},HANDBACK_STALE:{bad:{"an old success":{base:returnedSample,head:change(returnedSample,{[acceptPath]:later})},"an old question":{base:returned(`question`),head:change(returned(`question`),{[acceptPath]:later})}},good:{"the old answer gone":{base:returnedSample,head:change(returnedSample,{[acceptPath]:later,[handbackPath]:null})}}},CONTROL_ONE_CHANGE:{bad:{"a whole cycle":{base:sample,head:returnedSample},"a whole next cycle":{base:returned(`error`),head:change(returned(`error`),{[acceptPath]:later,[handbackPath]:handbacks.success})}},good:{"the grant":{base:sample,head:grantedSample},"the return":{base:grantedSample,head:returnedSample}}},CONTROL_ANSWER_CHANGED:{bad:{"another answer":{base:answered,head:change(answered,{[answerPath]:[[`Green`,`Red`]]})},"no answer":{base:answered,head:sample}},good:{"a further answer":{base:answered,head:change(answered,{[stagePath(`run/output-data/answers/002.json`)]:answer})},"the same in another form":{base:answered,head:change(answered,{[answerPath]:[[`
  "question"`,` "question"`]]})}}},STAGE_RUN_DELETED:{bad:{"while its stages are there":{base:sample,head:change(sample,{[recordPath]:null})}},good:{"it is there":{base:sample,head:sample}}},STAGE_REMOVED:{bad:{"while the agent works":{base:grantedSample,head:withoutStage(grantedSample)}},good:{"after it was handed back":{base:returnedSample,head:withoutStage(returnedSample)},"with its run, after it was handed back":{base:returnedSample,head:{}}}}},written$3=e=>change(sample,{[configPath]:e}),nextConfig$1=stagePath(`stage-config.yaml`,`specify`),fromExplore=`    from_stage: explore
    source: run/output-files/report.md`,second=(...e)=>`- id: specify\n  name: Specify\n  inputs:\n    required:${e.map((e,t)=>`\n    - { name: i${t}, path: inputs/${t}, from_stage: ${e}, source: run/output-files/x }`).join(``)}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:`,withSecond=(...e)=>change(workflowSample,{[workflowPath]:[[`shared_templates:`,second(...e)]],"flows/tidy/stages/specify/prompt/main.md":`Write.
`}),examples$7={STAGE_CONFIG_MISSING:{bad:{"no contract":change(sample,{[configPath]:null})},good:{"a contract":sample}},STAGE_CONFIG_UNREADABLE:{bad:{"a bracket that is not closed":inConfig([`optional: []`,`optional: [`]),nothing:written$3(``)},good:{"an anchor, aliases and a merge":inConfig([`name: Explore`,`name: &name Explore
title: *name
base: &base { a: 1 }
more: { <<: *base }`]),"tags of YAML":inConfig([`name: Explore`,`name: !!str Explore`])}},STAGE_CONFIG_SCHEMA:{bad:{"no name":inConfig([`name: Explore
`,``]),"a word that is a truth value":inConfig([`name: Explore`,`name: on`])},good:{"keys of its own":inConfig([`name: Explore`,`name: Explore
owner: octocat`]),"no optional inputs":inConfig([`  optional: []
`,``])}},STAGE_CONFIG_ID:{bad:{"another name":inConfig([`id: explore`,`id: explore-more`])},good:{"its own name":sample}},STAGE_SOURCE_UNKNOWN:{bad:{"a stage that is not there":change(sample,{[nextConfig$1]:[[fromExplore,fromExplore.replace(`explore`,`research`)]]}),"the stage itself":change(sample,{[nextConfig$1]:[[fromExplore,fromExplore.replace(`explore`,`specify`)]]})},good:{"an earlier stage":sample,"an earlier stage of the workflow":withSecond(`explore`)}}},linked=(e,t=`../elsewhere`)=>({head:change(sample,{[e]:t}),links:[e]}),written$2=e=>change(sample,{[answerPath]:e}),examples$6={STAGE_PATH_ESCAPE:{bad:{"an input outside":inConfig([`inputs/brief.md`,`inputs/../../specify/stage-config.yaml`]),"an optional input outside":inConfig([`optional: []`,`optional:
  - name: notes
    path: inputs/../../notes.md`])},good:{"a detour inside":inConfig([`inputs/brief.md`,`inputs/old/../brief.md`]),"dots in a name":inConfig([`- name: report
    path: run/output-files/report.md`,`- name: report
    path: run/output-files/..report.md`])}},CONTROL_DUPLICATE_KEY:{bad:{"a grant":inAccept([`"state"`,`"state": "agent",
  "state"`]),"a handback":inHandback(`success`,[`"reason"`,`"reason": "error",
  "reason"`])},good:{"the same key in two objects":sample,"a key together with the same from a merge":change(sample,{[configPath]:[[`inputs:
`,`extra: &extra
  colour: green
more:
  <<: *extra
  colour: red
inputs:
`]]})}},STAGE_SYMLINK:{bad:{"a grant":{...linked(acceptPath)},"the folder of the control files":{...linked(stagePath(`run`))}},good:{"an unknown link":{...linked(stagePath(`notes`))},"a link next to the runs":{...linked(`runs/latest`)}}},CONTROL_ANSWER:{bad:{"a name without a number":change(sample,{[stagePath(`run/output-data/answers/first.json`)]:answer}),"a name with two digits":change(sample,{[stagePath(`run/output-data/answers/01.json`)]:answer})},good:{"an answer":written$2(answer),"a question without one":written$2(answer.replace(`"Green"`,`null`))}},STAGE_LEGACY:{bad:{"a number before the name":change(sample,{[stagePath(`stage-config.json`,`01-explore`)]:`{}
`}),"a capital":change(sample,{[stagePath(`notes.md`,`Explore`)]:`Nothing yet.
`})},good:{"a contract of the present form":sample,"both contracts":change(sample,{[stagePath(`stage-config.json`)]:`{}
`})}}},written$1=e=>change(workedSample,{[handbackPath]:e}),described=e=>inHandback(`success`,[`Stage completed`,e]),examples$5={HANDBACK_UNREADABLE:{bad:{"a text":written$1(`All done.
`),nothing:written$1(``)},good:{"Windows line endings":written$1(handbacks.success.replaceAll(`
`,`\r
`))}},HANDBACK_SCHEMA:{bad:{"a list":change(workedSample,{[handbackPath]:`[]
`}),"no description":inHandback(`success`,[`,
  "description": "Stage completed successfully."`,``])},good:{"any context":inHandback(`error`,[`"code"`,`"context": { "tried": [1, { "again": null }] },
    "code"`])}},HANDBACK_REASON:{bad:{"a word for success":inHandback(`success`,[`"success"`,`"done"`]),capitals:inHandback(`question`,[`"question"`,`"Question"`])},good:{success:returned(`success`),"an error":returned(`error`)}},HANDBACK_ERROR_MISSING:{bad:{"a reason alone":inHandback(`success`,[`"success"`,`"error"`])},good:{"an error":returned(`error`),"a question, which needs none":returned(`question`)}},HANDBACK_CODE:{bad:{"lower-case letters":inHandback(`error`,[`INPUT_MISSING`,`input_missing`]),"a typo":inHandback(`error`,[`INPUT_MISSING`,`INPUT_MISING`])},good:{"a code":returned(`error`),"another code":inHandback(`error`,[`INPUT_MISSING`,`RESOURCE_EXHAUSTED`])}},HANDBACK_ERROR_UNEXPECTED:{bad:{"a success with an error":inHandback(`error`,[`"reason": "error"`,`"reason": "success"`]),"a question with an error":inHandback(`error`,[`"reason": "error"`,`"reason": "question"`])},good:{"an error with an error":returned(`error`)}},HANDBACK_BLANK:{bad:{"a blank description":inHandback(`success`,[`Stage completed successfully.`,`  `]),"a blank message":inHandback(`error`,[`There is no brief`,` `])},good:{"a text":returned(`error`)}},HANDBACK_CONTROL_CHARS:{bad:{"a line break":described(`One\\nTwo`),"an escape sequence":described(`\\u001b[2J`)},good:{"other letters, quotes and arrows":described(`“é” → 💡`)}}},examples$4={STAGE_OUTPUT_MISSING:{bad:{"no report":change(returnedSample,{[reportPath]:null}),"no data":change(returnedSample,{[resultPath]:null})},good:{everything:returnedSample,"an error":change(returned(`error`),{[reportPath]:null})}},STAGE_OUTPUT_EMPTY:{bad:{"an empty report":change(returnedSample,{[reportPath]:``}),"empty data":change(returnedSample,{[resultPath]:``})},good:{content:returnedSample}},STAGE_OUTPUT_INVALID:{bad:{"no JSON":change(returnedSample,{[resultPath]:`three
`}),"no JSON, without a schema":change(returnedSample,{[resultPath]:`three
`,[configPath]:[[`    schema: schemas/findings.schema.json
`,``]]})},good:{"as its schema has it":returnedSample,"work in progress":change(workedSample,{[resultPath]:`three
`})}},STAGE_SCHEMA_UNREADABLE:{bad:{"no schema":change(returnedSample,{[schemaPath]:null}),"no JSON":change(returnedSample,{[schemaPath]:`type: object
`})},good:{"a schema":returnedSample}},STAGE_SCHEMA_REMOTE:{bad:{"an address":change(returnedSample,{[schemaPath]:[[`"type": "integer"`,`"$ref": "https://example.com/count.json"`]]}),"another file":change(returnedSample,{[schemaPath]:[[`"type": "integer"`,`"$ref": "count.schema.json#/definitions/count"`]]})},good:{itself:change(returnedSample,{[schemaPath]:[[`"type": "integer"`,`"$ref": "#/$defs/count"`],[`"type": "object"`,`"$defs": { "count": { "type": "integer" } },
  "type": "object"`]]}),"its own name":change(returnedSample,{[schemaPath]:[[`"type": "integer"`,`"$ref": "findings.json#/$defs/count"`],[`"type": "object"`,`"$id": "findings.json",
  "$defs": { "count": { "type": "integer" } },
  "type": "object"`]]})}},STAGE_SCHEMA_SKIPPED:{bad:{"a schema that refers to itself":change(returnedSample,{[schemaPath]:[[`"type": "integer"`,`"anyOf": [{ "type": "integer" }, { "$ref": "#" }]`]]}),"an old draft":change(returnedSample,{[schemaPath]:[[`"type": "object"`,`"$schema": "http://json-schema.org/draft-04/schema#",
  "type": "object"`]]})},good:{"a schema":returnedSample}}},brief=stagePath(`inputs/brief.md`),nextConfig=stagePath(`stage-config.yaml`,`specify`),examples$3={PREFLIGHT_PROMPT_MISSING:{bad:{"no main prompt":change(grantedSample,{[stagePath(`prompt/main.md`)]:null}),"another entry":change(grantedSample,{[configPath]:[[`entry: prompt/wf.md`,`entry: prompt/start.md`]]})},good:{"both prompts":grantedSample,"no grant":change(sample,{[stagePath(`prompt/main.md`)]:null})}},PREFLIGHT_PROMPT_EMPTY:{bad:{"an empty prompt":change(grantedSample,{[stagePath(`prompt/main.md`)]:``})},good:{content:grantedSample}},PREFLIGHT_INPUT_MISSING:{bad:{"no input":change(grantedSample,{[brief]:null}),"a folder in its place":change(grantedSample,{[brief]:null,[`${brief}/note.md`]:`Tidy.
`})},good:{"an optional input":change(grantedSample,{[configPath]:[[`optional: []`,`optional: [{ name: map, path: inputs/map.md }]`]]}),"work that is done":change(returnedSample,{[brief]:null})}},PREFLIGHT_INPUT_EMPTY:{bad:{"an empty input":change(grantedSample,{[brief]:``})},good:{content:grantedSample}},PREFLIGHT_SOURCE_UNFINALIZED:{bad:{"nothing published":change(nextSample,{[paramsPath]:null})},good:{finalized:nextSample,"no grant":returnedSample}},PREFLIGHT_SOURCE_MISSING:{bad:{"another file":change(nextSample,{[nextConfig]:[[`source: run/output-files/report.md`,`source: run/output-files/dossier.md`]]})},good:{"the report":nextSample}},PREFLIGHT_PARAM_UNRESOLVED:{bad:{"a value that was not published":change(nextSample,{[nextConfig]:[[`output_parameter: total`,`output_parameter: sum`]]}),"a query that finds nothing":change(nextSample,{[nextConfig]:[[`output_parameter: total`,`source: run/output-data/findings.json
  query: list.length`]]})},good:{"a published value":nextSample,"a query":change(nextSample,{[nextConfig]:[[`output_parameter: total`,`source: run/output-data/findings.json
  query: total`]]})}}},specify=`    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }
`,params=nextSample[paramsPath]??``,completed=[[`"explore", "status": "pending"`,`"explore", "status": "completed"`]],path=stagePath(`run/output-data/wf-result.json`),result=(e,t=`explore`)=>({[path]:`{ "status": "${e}", "stage_id": "${t}" }\n`}),examples$2={STAGE_RUN_UNREADABLE:{bad:{"no end":change(sample,{[recordPath]:`{ "run_id": `})},good:{"a record":sample,none:change(sample,{[recordPath]:null})}},STAGE_RUN_SCHEMA:{bad:{"nothing in it":change(sample,{[recordPath]:`{}`}),"a list":change(sample,{[recordPath]:`[]`})},good:{"a record":sample,"more keys":inRecord([`"run_id"`,`"host": "attic",
  "run_id"`])}},STAGE_RUN_ID:{bad:{"a copied run":inRecord([`"run-2026-01-20-001"`,`"run-2026-01-19-004"`])},good:{"its own name":sample}},STAGE_RUN_STAGES:{bad:{"a stage without a folder":inRecord([`"id": "specify"`,`"id": "review"`],[specify.replace(`specify`,`review`).trimEnd(),`${specify.replace(`specify`,`review`).trimEnd()},\n    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }`]),"a stage that is not listed":inRecord([`,\n${specify}`,`
`])},good:{"the stages that are there":sample,"no list":change(sample,{[recordPath]:null})}},STAGE_PARAMS_UNREADABLE:{bad:{"no end":change(nextSample,{[paramsPath]:`{ "stage_id": "explore"`,"runs/run-2026-01-20-001/stages/specify/run/output-data/accept.json":null})},good:{"published values":nextSample}},STAGE_PARAMS_SCHEMA:{bad:{"another stage":change(nextSample,{[paramsPath]:[[`"stage_id": "explore"`,`"stage_id": "specify"`]]}),"no time":change(nextSample,{[paramsPath]:[[` "published_at": "2026-01-20T12:00:00+00:00",`,``]]})},good:{"published values":nextSample,"any values":change(nextSample,{[paramsPath]:[[`"total": 3`,`"total": { "deep": [null] }`]]})}},STAGE_FINISHED_EARLY:{bad:{"values published together with an error":change(returned(`error`),{[paramsPath]:params}),"values published together with a question":change(returned(`question`),{[paramsPath]:params})},good:{"a success":change(returnedSample,{[paramsPath]:params,[recordPath]:completed}),"values published while the agent works":change(grantedSample,{[paramsPath]:params})}},STAGE_RESULT_CONTRADICTS:{bad:{"a failure together with a success":change(returnedSample,result(`failure`)),"a success together with an error":change(returned(`error`),result(`success`))},good:{"a success together with a success":change(returnedSample,result(`success`)),"a part":change(returned(`error`),result(`partial`))}}},examples$1={STAGE_WORKFLOW_UNREADABLE:{bad:{"a bracket that is not closed":inWorkflow([`optional: []`,`optional: [`]),nothing:(e=>change(workflowSample,{[workflowPath]:e}))(``)},good:{"a definition":workflowSample,"a file of this name that defines no workflow":{"notes/wf.yaml":`[`}}},STAGE_WORKFLOW_SCHEMA:{bad:{"a version without quotes":inWorkflow([`version: "1.0"`,`version: 1.0`]),"a short description":inWorkflow([`Tidies what is there`,`Tidies`])},good:{"a definition":workflowSample}},STAGE_WORKFLOW_DUPLICATE:{bad:{"an id twice":inWorkflow([`shared_templates:`,`- id: explore
  name: Again
  inputs: {}
  outputs: {}
  prompt: { entry: prompt/wf.md, main: prompt/main.md }
shared_templates:`])},good:{"one stage":workflowSample}},STAGE_WORKFLOW_FILE_MISSING:{bad:{"no prompt":change(workflowSample,{"flows/tidy/stages/explore/prompt/main.md":null}),"no template":change(workflowSample,{"flows/tidy/templates/wf.md":null})},good:{"everything there":workflowSample,"a schema that is shared":change(workflowSample,{"flows/tidy/stages/explore/schemas/findings.schema.json":null,"flows/tidy/schemas/findings.schema.json":`{}
`,[workflowPath]:[[`shared_templates:`,`shared_templates:
- source: schemas/findings.schema.json
  target: schemas/findings.schema.json`]]})}},STAGE_WORKFLOW_TEMPLATE:{bad:{"no schema of grants":inWorkflow([`- source: schemas/accept.schema.json
  target: schemas/accept.schema.json
`,``]),"no schema of handbacks":inWorkflow([`- source: schemas/handback.schema.json
  target: schemas/handback.schema.json
`,``])},good:{both:workflowSample,"both in another folder":inWorkflow([`target: schemas/accept.schema.json`,`target: wf/accept.schema.json`])}}},examples={...examples$9,...examples$8,...examples$7,...examples$6,...examples$5,...examples$4,...examples$3,...examples$2,...examples$1};export{examples};
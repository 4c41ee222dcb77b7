import{n as __exportAll}from"./rolldown-runtime.js";import{Xi as explanations,an as githubRule,c as rulePage,en as sarifRule,l as explain$1,la as change,po as visible,qa as suggestion,u as explainAnswer}from"./check.js";import{t as protocols}from"./protocols.js";import{n as examples_exports$1}from"./governance.js";import{n as examples_exports$2}from"./handover.js";import{n as examples_exports$3}from"./plugin.js";import{n as examples_exports$4}from"./subagent.js";import{n as exits}from"./exit.js";import{n as renderOptions}from"./output.js";import{t as inAdvice}from"./spelling.js";import{n as UsageError}from"./usage.js";var examples_exports=__exportAll({acceptPath:()=>acceptPath,answer:()=>answer,answerPath:()=>answerPath,change:()=>change,configPath:()=>configPath,grantedSample:()=>grantedSample,handbackPath:()=>handbackPath,handbacks:()=>handbacks,inAccept:()=>inAccept,inConfig:()=>inConfig,inHandback:()=>inHandback,inRecord:()=>inRecord,inWorkflow:()=>inWorkflow,later:()=>later,nextSample:()=>nextSample,paramsPath:()=>paramsPath,recordPath:()=>recordPath,reportPath:()=>reportPath,resultPath:()=>resultPath,returned:()=>returned,returnedSample:()=>returnedSample,runPath:()=>runPath,sample:()=>sample,schemaPath:()=>schemaPath,stagePath:()=>stagePath,workedSample:()=>workedSample,workflowPath:()=>workflowPath,workflowSample:()=>workflowSample});const runPath=`runs/run-2026-01-20-001`,recordPath=`${runPath}/wf-run.json`,stagePath=(path,stage=`explore`)=>`${runPath}/stages/${stage}/${path}`,acceptPath=stagePath(`run/output-data/accept.json`),handbackPath=stagePath(`run/output-data/handback.json`),answerPath=stagePath(`run/output-data/answers/001.json`),configPath=stagePath(`stage-config.yaml`),resultPath=stagePath(`run/output-data/findings.json`),reportPath=stagePath(`run/output-files/report.md`),schemaPath=stagePath(`schemas/findings.schema.json`),paramsPath=stagePath(`run/output-data/output-params.json`),workflowPath=`flows/tidy/wf.yaml`,schema=`{
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
`}),returned=reason=>change(workedSample,{[handbackPath]:handbacks[reason]}),returnedSample=returned(`success`),nextSample=change(returnedSample,{[paramsPath]:`{ "stage_id": "explore", "published_at": "2026-01-20T12:00:00+00:00", "parameters": { "total": 3 } }
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
`,"flows/tidy/stages/explore/schemas/findings.schema.json":schema},inAccept=(...edits)=>change(grantedSample,{[acceptPath]:edits}),inHandback=(reason,...edits)=>change(returned(reason),{[handbackPath]:edits}),inConfig=(...edits)=>change(sample,{[configPath]:edits}),inRecord=(...edits)=>change(sample,{[recordPath]:edits}),inWorkflow=(...edits)=>change(workflowSample,{[workflowPath]:edits}),fixtures={plugin:examples_exports$3,handover:examples_exports$2,subagent:examples_exports$4,control:examples_exports,governance:examples_exports$1},fixturesByCode=new Map(protocols.flatMap(({name,rules})=>rules.map(({code})=>[code,fixtures[name]]))),examplesOf=rule=>rule.examples(fixturesByCode.get(rule.code)??{}),documented=rule=>({...rule,examples:examplesOf(rule)}),factsOf=({code,strict,soft,summary,why,repair,safe,examples},url)=>({code,strict,soft,summary,why,...repair!==void 0&&{repair},...safe&&{safe},examples,url}),printers={text:rule=>explain$1({...rule,...rule.repair!==void 0&&{repair:inAdvice(rule.repair)}},renderOptions()),json:rule=>`${JSON.stringify(rule,void 0,2)}\n`,github:githubRule,markdown:rule=>`${rulePage([rule])}\n`,sarif:rule=>sarifRule(rule,renderOptions())};function answered(found,format){let{code,meaning:summary,url}=found;if(format===`sarif`)throw new UsageError(`Unexpected --format sarif: ${code} is an answer of commands, and no rule.`);return format===`json`?`${JSON.stringify({code,summary,url},void 0,2)}\n`:explainAnswer(found,renderOptions())}function explain(code,{format}){let known=explanations(protocols),found=known.find(each=>each.code===code.toUpperCase());if(!found){let like=suggestion(code.toUpperCase(),known.map(each=>each.code));throw new UsageError(`Unexpected code ${visible(code)}${like===void 0?`.`:`, did you mean ${like}?`} \`baton validate\` names the codes that it finds.`)}let{rule,url}=found;return process.stdout.write(rule?printers[format](factsOf(documented(rule),url)):answered(found,format)),exits.fine}export{explain};
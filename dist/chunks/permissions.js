import{Bc as at,Jc as readText,Pc as parseRecord,Vo as matcher,_c as repository,ml as msg}from"./check.js";const workflowGlob=`.github/workflows/*.{yml,yaml}`,isWorkflow=matcher([workflowGlob]),wordAt=(node,...path)=>{let there=at(node,path);return there?.kind===`scalar`?there.source:``},entriesAt=(node,...path)=>{let there=at(node,path);return there?.kind===`mapping`?there.entries:[]},names=new Set([`baton`,repository.slice(repository.lastIndexOf(`/`)+1).toLowerCase()]),isBaton=uses=>names.has(uses.split(`@`,1)[0]?.split(`/`)[1]?.toLowerCase()??``);function eventsOf(root){let on=root.get(`on`)?.value;return on===void 0?[]:on.kind===`scalar`?[on.source]:on.kind===`mapping`?on.entries.map(({key})=>key.source):on.items.map(item=>wordAt(item))}function stepsOf(job,place){let steps=at(job,[`steps`]);return steps?.kind===`sequence`?steps.items.map(step=>({uses:wordAt(step,`uses`),place:place(at(step,[`uses`])??step),word:(...path)=>wordAt(step,...path),at:(...path)=>at(step,path)})):[]}function workflowOf(path,node,placeOf){let events=eventsOf(node),jobs=[],workflow={path,node,events,jobs,placeOf};for(let{key,value}of entriesAt(node,`jobs`)){if(value.kind!==`mapping`)continue;let steps=stepsOf(value,placeOf),condition=wordAt(value,`if`),named=condition.includes(`github.event_name`)?events.filter(event=>condition.includes(`'${event}'`)):[],baton=steps.filter(({uses})=>isBaton(uses)),place=placeOf(key);jobs.push({workflow,name:key.source,place,node:value,steps,baton,events:named.length>0?named:events})}return workflow}function read(view,path,limit){let document=readText(view,path,limit);if(typeof document==`string`)return{message:msg`Unexpected ${path}, expected a text file of at most ${limit} bytes`,place:{path}};let file=parseRecord(document,`yaml-1.1`),root=file.mapping(),{data}=file;return data&&root?workflowOf(path,root,node=>data.place(node)):file.fault??{message:`Unexpected form, expected keys and values`,place:file.place()}}function readWorkflows(view,limit){let all=view.paths.filter(isWorkflow).map(path=>read(view,path,limit));return{workflows:all.flatMap(each=>`jobs`in each?[each]:[]),unreadable:all.flatMap(each=>`jobs`in each?[]:[each])}}const workflowSelection=limit=>({selectors:[{glob:workflowGlob,level:`text`}],limit}),batonJobs=workflows=>workflows.flatMap(({jobs})=>jobs.filter(({baton})=>baton.length>0)),action=new URL(repository).pathname.slice(1),namesPlaceholder=uses=>uses.split(`@`,1)[0]?.toLowerCase()===`example-org/baton`,placeholder=`# Replace ${action} by the owner and name of your copy of the action.`,workflowTexts={check:version=>`name: baton
on: [pull_request, merge_group]
permissions: { contents: read }
jobs:
  baton:
    runs-on: ubuntu-latest
    steps:
      ${placeholder}
      - uses: ${action}@${version}
`,commands:version=>`name: baton commands
on:
  issue_comment:
    types: [created]
permissions: { contents: write, pull-requests: write, issues: write, checks: write }
# One after the other, and none is dropped.
concurrency: { group: 'baton-\${{ github.event.issue.number }}', queue: max }
jobs:
  baton:
    if: contains(github.event.comment.body, '/')
    runs-on: ubuntu-latest
    steps:
      ${placeholder}
      - uses: ${action}@${version}
`,audit:version=>`name: baton audit
on:
  schedule:
    - cron: '17 5 * * *'
  workflow_dispatch:
permissions: { contents: read, issues: write, checks: write }
jobs:
  baton:
    runs-on: ubuntu-latest
    steps:
      # The timeline of the page needs the whole history.
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with: { fetch-depth: 0, persist-credentials: false }
      # With a page of the board, and an issue that shows it.
      ${placeholder}
      - uses: ${action}@${version}
        with: { html-file: baton-board.html, dashboard-issue: true }
      # One file that is kept as it is: GitHub opens it in the browser.
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        id: page
        if: always()
        with: { path: baton-board.html, archive: false, overwrite: true }
      - run: echo "[The board as a page]($URL)" >> "$GITHUB_STEP_SUMMARY"
        if: always() && steps.page.outputs.artifact-url
        env: { URL: '\${{ steps.page.outputs.artifact-url }}' }
`},rank={none:0,read:1,write:2},tasks={pull_request:`validate`,pull_request_target:`validate`,merge_group:`validate`,push:`validate`,issue_comment:`command`,schedule:`audit`,workflow_dispatch:`audit`},isTask=word=>word===`validate`||word===`command`||word===`audit`,wants=(step,input,standard)=>(step.word(`with`,input)||String(standard))===`true`,neededFor={validate:step=>({contents:`read`,...wants(step,`check-run`,!1)&&{checks:`write`},...wants(step,`comment`,!1)&&{"pull-requests":`write`}}),command:()=>({contents:`write`,"pull-requests":`write`,issues:`write`,checks:`write`}),audit:(step,{audit})=>({contents:wants(step,`audit-fix`,!1)?`write`:`read`,...(wants(step,`audit-issue`,!0)||wants(step,`dashboard-issue`,audit.dashboard))&&{issues:`write`},...wants(step,`audit-fix`,!1)&&{"pull-requests":`write`}})},welcome={validate:{"pull-requests":`write`},command:{},audit:{checks:`write`,"pull-requests":`read`}};function more(one,other){let both={...one};for(let[name,access]of Object.entries(other))rank[access]>rank[both[name]??`none`]&&(both[name]=access);return both}function tasksOf({baton,events}){let byEvent=events.flatMap(event=>tasks[event]??[]);return new Set(baton.flatMap(step=>isTask(step.word(`with`,`task`))?step.word(`with`,`task`):byEvent))}function permissionsOfJob(job,configuration){let all=[...tasksOf(job)],needed=job.baton.filter(ownToken).flatMap(step=>all.map(task=>neededFor[task](step,configuration))).reduce(more,{});return{needed,allowed:all.map(task=>welcome[task]).reduce(more,needed)}}function ownToken(step){let token=step.word(`with`,`token`).replaceAll(/\s/g,``);return token===``||token==="${{github.token}}"||token==="${{secrets.GITHUB_TOKEN}}"}function granted({node,workflow}){let permissionsOf=mapping=>mapping.get(`permissions`)?.value,declared=permissionsOf(node)??permissionsOf(workflow.node);if(declared===void 0)return;let place=workflow.placeOf(declared);if(declared.kind===`scalar`)return{place,permissions:declared.source===`write-all`?`write`:declared.source===`read-all`?`read`:`none`};if(declared.kind===`sequence`)return{place,permissions:`none`};let access=name=>{let value=at(declared,[name]);return value?.kind===`scalar`&&(value.source===`read`||value.source===`write`)?value.source:`none`};return{place,permissions:Object.fromEntries(declared.entries.map(({key})=>[key.source,access(key.source)]))}}const beyond=(required,has)=>Object.entries(required).filter(([name,access])=>rank[access]>rank[typeof has==`string`?has:has[name]??`none`]).map(([name,access])=>`${name}: ${access}`);export{tasksOf as a,workflowTexts as c,wordAt as d,workflowGlob as f,permissionsOfJob as i,batonJobs as l,granted as n,action as o,workflowSelection as p,ownToken as r,namesPlaceholder as s,beyond as t,readWorkflows as u};
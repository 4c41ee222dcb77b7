import"./rolldown-runtime.js";import{An as durationOf,At as template,Du as nodeAt,Fu as memo,Il as messageOf,Kl as checkShape,Ll as nearestPlace,Lu as once,Nu as expected,Rl as pathFinding,Wl as severities,gd as suggestionHint,hd as suggestion,jt as touchingCaptures,ju as isReservedPath,ks as matcher,su as parseRecord,tu as dataWithin,ul as isSchema,vu as textDocument,xd as msg,zl as byPlace}from"./check.js";import{r as foldWord}from"./words.js";import{$ as toJSONSchema,G as record,K as strictObject,M as boolean,O as _enum,V as number,W as preprocess,Y as union,j as array,q as string,z as literal}from"./libraries.js";const languageSchema=memo(e=>{let{$schema:t,...n}=toJSONSchema(e,{io:`input`,target:`draft-2020-12`,unrepresentable:`any`,override({zodSchema:e,jsonSchema:t}){let{def:n}=e;if(n.type!==`pipe`||n.in.def.type!==`transform`)return;let r=languageSchema(n.out);for(let e of Object.keys(t))delete t[e];let{items:i}=r,a={type:[`string`,`number`]},o=isSchema(i)?[i]:r.properties?[{type:`string`}]:[a,{type:`array`,items:{anyOf:[a,r]}}];Object.assign(t,{anyOf:[...o,r]})}});return n}),shapes=e=>[e,...(e.anyOf??[]).filter(isSchema).flatMap(shapes)];function keysOfLanguage(e,t){let n=shapes(languageSchema(e));for(let e of t)n=n.flatMap(t=>[t.properties?.[String(e)],t.items,t.additionalProperties].filter(isSchema).flatMap(shapes));return[...new Set(n.flatMap(e=>Object.keys(e.properties??{})))]}var presets_default={"backlog-md":`# Backlog.md: a file for each task; whatever lies in completed/ counts as done
name: backlog-md
with:
  root: backlog
  # The second names its folder in \`backlog_directory\`.
  config: ['{root}/config.yml', backlog.config.yml]
detect:
  - { file: backlog.config.yml, has: [backlog_directory], with: { root: '{backlog_directory}' } }
  - { file: backlog.config.yml, has: [project_name] }
  - { file: backlog/config.yml, has: [project_name] }
  - { file: .backlog/config.yml, has: [project_name], with: { root: .backlog } }
items:
  - { files: '{root}/tasks/**/*.md', id: { front-matter: id } }
  - { files: '{root}/completed/**/*.md', id: { front-matter: id } }
  - { files: '{root}/archive/tasks/**/*.md', id: { front-matter: id } }
states-from:
  { in: '{config}', at: [statuses], default: [To Do, In Progress, Done], begin: [default_status], end: [last, Done] }
places:
  status: { front-matter: status }
  folder: { is: { says: end, when: { path: '{root}/completed/**' } } }
truth: folder
within: { front-matter: parent_task_id }
depends: { front-matter: dependencies, once: middle, unknown: notice }
fields: { holder: { front-matter: assignee } }
on-move: { set: { front-matter: updated_date }, to: '{now:YYYY-MM-DD HH:mm}' }
`,beads:`# beads: read-only, the export that bd commits; one JSON object a line
name: beads
with: { file: .beads/issues.jsonl }
detect: { file: .beads/issues.jsonl, has: [id, status] }
items: { elements: '{file}' }
within: { data: [dependencies, '*', depends_on_id], where: { type: parent-child } }
depends:
  { data: [dependencies, '*', depends_on_id], where: { type: blocks }, once: in_progress, except: [blocked, deferred] }
states:
  open: { begin: true }
  in_progress: { holder: agent, words: [hooked] }
  blocked: {}
  deferred: { words: [pinned] }
  closed: { end: true, needs: { parts: { none-of: [open, in_progress, blocked, deferred] }, severity: warning } }
  tombstone: { end: true }
place: { data: [status] }
fields: { holder: { data: [assignee] } }
`,bmad:`# BMAD-METHOD 6: sprint-status.yaml, a file for each story, specs of the build; without a tracker, the stories of a spec folder
name: bmad
with: { root: _bmad-output/implementation-artifacts, specs: _bmad-output/specs }
detect:
  - { file: _bmad-output/implementation-artifacts/sprint-status.yaml, at: [development_status] }
  - { file: '{outer}/{inner}/sprint-status.yaml', at: [development_status], with: { root: '{outer}/{inner}' } }
  - { file: '_bmad-output/specs/{spec}/stories/{story}.md', has: [status] }
kinds:
  story:
    items: { keys: '{root}/sprint-status.yaml', at: [development_status], id: '{epic}-{n}-{slug}', except: ['epic-*'] }
    within: 'epic-{epic}'
    parent: follow
    states:
      backlog: { begin: true }
      ready-for-dev: { words: [drafted], begin: true }
      in-progress: { words: [contexted], holder: agent }
      review: { words: [ready-for-review, in-review] }
      awaiting-operator: {}
      done:
        end: true
        needs:
          boxes: [all, empty, missing]
          in: ['{root}/{id}.md', '{root}/stories/{id}.md', '{root}/epic-{epic}/{id}.md']
          severity: notice
    places:
      # Some trackers have a map for each story.
      tracker: [{ data: [] }, { data: [status] }]
      # Many teams build without a file for each story, so it may be missing.
      file: { in: ['{root}/{id}.md', '{root}/stories/{id}.md', '{root}/epic-{epic}/{id}.md'], label: Status }
      spec:
        in: '{root}/spec-{id}.md'
        front-matter: status
        says:
          draft: [backlog, ready-for-dev]
          ready-for-dev: [ready-for-dev, backlog]
          in-progress: in-progress
          in-review: [review, in-progress]
          done: [done, review]
          blocked: [in-progress, review]
    truth: tracker
    moves:
      - { from: backlog, to: ready-for-dev, by: hand }
      - { from: [backlog, ready-for-dev], to: in-progress, by: accept }
      - { from: in-progress, to: review, by: handback }
      - { from: review, to: in-progress, by: handback error }
      - { from: review, to: awaiting-operator, by: handback question }
      - { from: [review, awaiting-operator], to: done, by: accept }
      - { from: awaiting-operator, to: in-progress, by: handback error }
    on-move: { in: '{root}/sprint-status.yaml', set: { data: [last_updated] }, to: '{now:MM-DD-YYYY HH:mm}' }
  epic:
    items:
      {
        keys: '{root}/sprint-status.yaml',
        at: [development_status],
        id: 'epic-{epic}',
        except: ['epic-*-retrospective'],
      }
    states:
      backlog: { begin: true }
      in-progress: { words: [contexted, review] }
      done: { end: true }
    places:
      tracker: { data: [] }
      stories:
        is:
          - { says: [in-progress, done], when: { parts: { all: [done] } } }
          - { says: [in-progress], when: { parts: { any: [in-progress, review, awaiting-operator, done] } } }
          - { says: [backlog, in-progress], when: { parts: { some: true } } }
  retrospective:
    items: { keys: '{root}/sprint-status.yaml', at: [development_status], id: 'epic-{epic}-retrospective' }
    # By the template, an optional one can be completed but is not required: nothing is left to do.
    states:
      optional: { begin: true, end: true }
      done: { end: true }
    place: { data: [] }
    moves:
      - { from: optional, to: done, by: accept }
      - { from: done, to: optional, by: hand }
  # \`stories.yaml\` beside them lists the stories, and by its schema never has a status.
  spec-story:
    items: { files: '{specs}/{spec}/stories/{story}.md', id: '{spec}.{story}' }
    states:
      draft: { begin: true }
      ready-for-dev: { begin: true }
      in-progress: { holder: agent }
      in-review: {}
      blocked: {}
      done: { end: true }
    place: { front-matter: status }
`,openspec:`# OpenSpec: read-only, since archiving merges specifications and is the tool's own work
name: openspec
with: { root: openspec }
detect:
  - { file: 'openspec/changes/{change}/proposal.md', heading: Why }
  - { file: 'openspec/changes/archive/{change}/proposal.md', heading: Why }
items: [{ folders: '{root}/changes/archive/{date}-{id}' }, { folders: '{root}/changes/{id}', except: [archive] }]
states:
  proposed: { begin: true }
  ready: { begin: true }
  applying: { holder: agent }
  implemented: { stale-after: 14d }
  archived: { end: true, needs: { boxes: [all, empty, missing], in: '{folder}/tasks.md', severity: warning } }
place:
  is:
    - { says: archived, when: { path: '{root}/changes/archive/**' } }
    - { says: implemented, when: { boxes: all, in: '{folder}/tasks.md' } }
    - { says: applying, when: { boxes: some, in: '{folder}/tasks.md' } }
    - { says: ready, when: { boxes: none, in: '{folder}/tasks.md' } }
    - { says: proposed }
`,"spec-kit":`# Spec Kit: read-only, from the files that are there; its status line is never maintained and is not read
name: spec-kit
with: { root: specs }
detect: { file: 'specs/{number}-{slug}/spec.md', heading: Feature Specification }
items: { folders: '{root}/{number}-{slug}', id: '{number}' }
states: [specified, planned, tasked, { implementing: { holder: agent } }, { implemented: { end: true } }]
place:
  is:
    - { says: implemented, when: { boxes: all, in: '{folder}/tasks.md' } }
    - { says: implementing, when: { boxes: some, in: '{folder}/tasks.md' } }
    - { says: tasked, when: { exists: '{folder}/tasks.md' } }
    - { says: planned, when: { exists: '{folder}/plan.md' } }
    - { says: specified, when: { exists: '{folder}/spec.md' } }
`,"task-master":`# Task Master: tasks.json, tagged or flat; two vocabularies
name: task-master
with: { file: .taskmaster/tasks/tasks.json }
detect:
  - { file: .taskmaster/tasks/tasks.json, at: ['*', tasks], has: [id, status] }
  - { file: .taskmaster/tasks/tasks.json, at: [tasks], has: [id, status] }
  # Where it was before the folder .taskmaster.
  - { file: tasks/tasks.json, at: [tasks], has: [id, status, dependencies], with: { file: tasks/tasks.json } }
  - { file: tasks/tasks.json, at: ['*', tasks], has: [id, status, dependencies], with: { file: tasks/tasks.json } }
kinds:
  task:
    items: [{ elements: '{file}', at: ['{tag}', tasks] }, { elements: '{file}', at: [tasks] }]
    states:
      pending: { words: [todo, to-do], begin: true }
      in-progress: { holder: agent }
      review: {}
      blocked: {}
      deferred: {}
      done: { words: [completed], end: true }
      cancelled: { end: true }
    places:
      status: { data: [status] }
      subtasks:
        is:
          - { says: [done, cancelled, deferred, review], when: { parts: { all: [done, cancelled, deferred] } } }
          - {
              says: [in-progress, review, blocked, deferred, cancelled],
              when: { parts: { any: [in-progress, review, done] } },
            }
          - { says: [pending, in-progress, review, blocked, deferred, cancelled], when: { parts: { some: true } } }
        hint: 'task-master set-status --id=ID --status=done sets the subtasks too'
    depends: { data: [dependencies], once: in-progress, except: [cancelled, deferred, blocked] }
    on-move: { in: '{file}', set: { data: ['{tag}', metadata, updated] }, to: '{now:iso}' }
  subtask:
    items:
      - { elements: '{file}', at: ['{tag}', tasks, '{task}', subtasks], id: '{task}.{id}' }
      - { elements: '{file}', at: [tasks, '{task}', subtasks], id: '{task}.{id}' }
    within: '{task}'
    parent: follow
    states:
      pending: { words: [todo, to-do], begin: true }
      in-progress: { holder: agent }
      review: {}
      blocked: {}
      deferred: {}
      done: { words: [completed], end: true }
      cancelled: { end: true }
    place: { data: [status] }
    depends: { data: [dependencies], once: in-progress, except: [cancelled, deferred, blocked] }
`};function readNeed(e,t,n){return{all:readConditions(e,t,n),severity:t.severity??`error`}}function readConditions(e,t,n){let{path:r,exists:i,missing:a,boxes:o,in:s=[],section:c,parts:l,depends:u,field:d}=t,inFiles=(t,r)=>t.map((t,i)=>e.file(t,[...n,r,i])),f=l&&Object.entries(l).flatMap(([t,r])=>r===void 0?[]:(e.partStates?.size===0&&e.problemAt([...n,`parts`],msg`Unexpected ${`parts`}, expected a kind whose items are parts`,msg`The kind of the parts names its parent with ${`within`}.`),t===`some`?[{test:`parts`,which:t}]:[{test:`parts`,which:t,states:r.map((r,i)=>e.partState(r,[...n,`parts`,t,i]))}])),p=d&&e.fields.get(d.name);d&&!p&&e.unknownName([...n,`field`,`name`],`field`,d.name,[...e.fields.keys()]);let m=[...r===void 0?[]:[{test:`path`,matches:matcher([r]),glob:r}],...i?[{test:`exists`,files:inFiles(i,`exists`)}]:[],...a?[{test:`missing`,files:inFiles(a,`missing`)}]:[],...o?[{test:`boxes`,counts:o,in:inFiles(s,`in`),section:c?.trim()}]:[],...f??[],...u?[{test:`depends`,met:u===`met`}]:[],...d&&p?[{test:`field`,field:p,values:d[`one-of`].map(foldWord)}]:[]];return m.length===0&&!d&&e.problemAt(n,msg`Unexpected condition, expected one of ${[`path`,`exists`,`missing`,`boxes`,`parts`,`depends`,`field`]}`),m}const capturePattern$1=/^\{([^{}]+)\}$/,keyStepPattern=/^\{([^{}=]+)(?:=([^{}]+))?\}$/,sourceForms={files:!0,folders:!0,keys:!0,elements:!0,rows:!0,boxes:!0},stepsOf=e=>e.map(e=>{let[,t,n=`id`]=keyStepPattern.exec(e)??[];return t===void 0?e:{capture:t,by:n}});function readSource(e,t,n){let r=Object.entries(t).filter(([e,t])=>sourceForms[e]&&t!==void 0),[i=`files`,a=``]=r[0]??[];r.length!==1&&e.problemAt(n,msg`Unexpected source of items, expected exactly one of ${Object.keys(sourceForms)}`),r.length>0&&e.checkPath(a,[...n,i]);let o=e.pattern(a,[...n,i],{wild:!0});i===`rows`!=(t.row!==void 0)&&e.problemAt(n,i===`rows`?msg`Missing ${`row`}, expected the column that names the item, such as ${`{ Item: '{id}' }`}`:msg`Unexpected ${`row`}, which belongs to ${`rows`}`),i===`boxes`&&t.text===void 0&&e.problemAt(n,msg`Missing ${`text`}, expected how a box names its item, such as ${`{id} {title}`}`);let s=readCells(e,t.row,[...n,`row`],!1),c=t.text===void 0?void 0:e.pattern(t.text,[...n,`text`],{open:!0}),l=stepsOf(t.at??[]),u=[...o.names,...l.flatMap(e=>typeof e==`string`?[]:[e.capture]),...s.flatMap(({text:e})=>e.names),...c?.names??[]];for(let t of u)(t===`path`||t===`folder`)&&e.problemAt(n,msg`Unexpected capture ${`{${t}}`}: every item has one of this name`);let d=t.id===void 0?template(`{id}`):typeof t.id==`string`?e.pattern(t.id,[...n,`id`]):{key:t.id[`front-matter`]},f=u.length>0||i===`files`||i===`folders`;if(`names`in d&&i!==`keys`&&i!==`elements`&&r.length>0&&f)for(let r of d.names)u.includes(r)||e.problemAt(t.id===void 0?n:[...n,`id`],msg`Unexpected ${`{${r}}`} in the id, expected one of ${u.map(e=>`{${e}}`)}`,msg`Without ${`id`}, the source has to capture ${`{id}`}.`);`key`in d&&i!==`files`&&e.problemAt([...n,`id`],msg`Unexpected ${`front-matter`}, which belongs to ${`files`}`);let p=t.except??[],[m,h]=[p.filter(e=>e.includes(`/`)),p.filter(e=>!e.includes(`/`))],[g,v]=[m.length>0?matcher(m):void 0,h.length>0?matcher(h):void 0];return{form:i,file:o,id:d,at:l,row:s,heading:i===`boxes`?t.section:t.table,text:c,isExcepted:(e,t)=>g?.(e)===!0||(v?.(t.replaceAll(`/`,` `))??!1)}}function capturesOf({file:e,at:t,row:n,text:r,id:i,form:a}){return[...e.names,...t.flatMap(e=>typeof e==`string`?[]:[e.capture]),...n.flatMap(({text:e})=>e.names),...r?.names??[],...`names`in i&&(a===`keys`||a===`elements`)?i.names:[]]}function readCells(e,t,n,r){return Object.entries(t??{}).map(([t,i])=>{let{names:a}=template(i),o=r&&a.includes(`id`)&&a.some(t=>!e.captures.has(t)),s={open:a.includes(`id`)&&a.at(-1)!==`id`},c=[...n,t];return{column:t.trim(),text:r&&!o?e.template(i,c):e.pattern(i,c,s),isTitled:o}})}function readSpot(e,t,n){let{"front-matter":r,label:i,section:a,data:o,table:s,row:c,column:l,box:u}=t,d=[r,i,a,o,l??c??s,u].filter(e=>e!==void 0);if(d.length!==1&&e.problemAt(n,msg`Unexpected place, expected exactly one of ${[`front-matter`,`label`,`section`,`data`,`table`,`box`]}`),r!==void 0)return{form:`front-matter`,key:r};if(i!==void 0)return[...e.captures].some(e=>i.includes(`{${e}}`))&&e.problemAt([...n,`label`],msg`Unexpected template ${i}, expected the text before the colon, which is the same for all items`,msg`A line that begins with the id of its item can be found as a row (${`row`}) or a box (${`box`}).`),{form:`label`,label:i.trim()};if(a!==void 0)return{form:`section`,heading:a.trim()};if(o){let t=stepsOf(o);for(let[r,i]of t.entries())typeof i!=`string`&&e.template(`{${i.capture}}`,[...n,`data`,r]);return{form:`data`,at:t}}return u===void 0?(l===void 0&&d.length>0&&e.problemAt(n,msg`Missing ${`column`}, expected the heading of the column that has the value`),{form:`table`,heading:s?.trim(),row:readCells(e,c,[...n,`row`],!0),column:(l??``).trim()}):{form:`box`,text:u===!0?void 0:readBox(e,u,[...n,`box`])}}function readBox(e,t,n){let r=e.pattern(t,n,{open:!0});return r.names.includes(`id`)||e.problemAt(n,msg`Missing ${`{id}`} in ${t}, expected how a box names its item`),r}function readLocation(e,t,n){let r=(t.in??[]).map((t,r)=>e.file(t,[...n,`in`,r]));return{spot:readSpot(e,t,n),in:r}}function readPlace(e,t,n,r){let i=[],a=[];for(let[t,o]of n.entries()){let s=n.length===1?r:[...r,t];o.is?a.push(...o.is.map((t,n)=>readSaying(e,t,[...s,`is`,n]))):i.push({...readLocation(e,o,s),says:o.says&&readWords(e,o.says,[...s,`says`])})}a.length>0&&i.length>0&&e.problemAt(r,msg`Unexpected ${`is`} beside a place that is written, expected one of them`),(n.length===0||i.length===0&&a.length===0)&&e.problemAt(r,msg`Missing place, expected where the state of an item stands, such as ${`front-matter: status`}`);let[o]=n,s=n.find(e=>e[`required-from`]!==void 0)?.[`required-from`];return{name:t,written:i,computed:a,hint:o?.hint,requiredFrom:s===void 0?void 0:e.stateOrGroup(s,[...r,`required-from`])}}function readWords(e,t,n){let r=new Map;for(let[i,a]of Object.entries(t))r.has(foldWord(i))&&e.problemAt([...n,i],msg`Unexpected second word ${i}, expected each once: words are compared without case`),r.set(foldWord(i),{word:i,states:a.map((t,r)=>e.stateOrGroup(t,[...n,i,r]))});return r}function readSaying(e,{says:t,when:n=[]},r){return{says:t.map((t,n)=>e.stateOrGroup(t,[...r,`says`,n])),conditions:n.flatMap((t,n)=>readConditions(e,t,[...r,`when`,n]))}}const timeForm=/^now:(?:iso$|.*(?:YYYY|MM|DD|HH|mm|ss))/,groups=[`begin`,`middle`,`end`];var Scope=class{problems=[];kind;path;captures=new Set;states=new Set;fields=new Map;partStates;constructor(e,t,n){this.kind=e,this.path=t,this.partStates=n}problem(e,t,n){this.problems.push({path:[...this.path,...e],message:t,...n!==void 0&&{hint:n}})}problemAt(e,t,n){this.problems.push({path:e,message:t,...n!==void 0&&{hint:n}})}unknownName(e,t,n,r){let i=suggestion(n,r),a=[r.length===0?`There is no ${t}.`:msg`Expected one of ${r.slice(0,20)}.`,...i===void 0?[]:[msg`Did you mean ${i}?`]];this.problemAt(e,`${msg`Unexpected ${n}`}, expected a ${t} of this kind`,a.join(` `))}checkCaptures(e,t){let n=touchingCaptures(e);n&&this.problemAt(t,msg`Unexpected ${e}: ${n.map(e=>`{${e}}`)} touch, and nothing shows where one ends`)}pattern(e,t,n){return this.checkCaptures(e,t),template(e,n)}template(e,t,n,r=[]){let i=this.pattern(e,t,n),a=[...this.captures,...r];for(let e of i.names){if(a.includes(e)||r.length>0&&timeForm.test(e))continue;let n=suggestion(e,a);this.problemAt(t,msg`Unexpected ${`{${e}}`}, expected one of ${a.map(e=>`{${e}}`)}`,n===void 0?void 0:msg`Did you mean ${`{${n}}`}?`)}return i}file(e,t,n){return this.checkPath(e,t),this.template(e,t,n)}checkPath(e,t){let n=e.replace(/^\{(?:folder|path)\}/,`folder`).replaceAll(/\{[^{}]*\}/g,`x`);n===``||/^(?:\/|~|[A-Za-z]:)/.test(n)||n.includes(`\\`)||n.split(`/`).some(e=>e===``||e===`.`||e===`..`)?this.problemAt(t,msg`Unexpected path ${e}, expected one relative to the repository's root, with ${`/`} and without ${`..`}`):isReservedPath(n)&&this.problemAt(t,msg`Unexpected path ${e}, expected a place outside ${`.git`} and ${`.github`}, where no command writes`)}stateOrGroup(e,t){return this.#e(e,t,this.states)}partState(e,t){return this.partStates?this.#e(e,t,this.partStates):e}#e(e,t,n){if(groups.includes(e)||n.size===0)return e;let r=n.has(e)?e:[...n].find(t=>foldWord(t)===foldWord(e));if(r===void 0){let r=suggestion(e,[...n]);this.problemAt(t,msg`Unexpected state ${e}, expected one of ${[...n]}`,r===void 0?void 0:msg`Did you mean ${r}?`)}return r??e}};function readStates(e){let{states:t,"states-from":n}=e.kind,r=[...e.path,`states`];if(n){let i=[...e.path,`states-from`];return{in:n.in.map((t,n)=>e.file(t,[...i,`in`,n])),at:n.at,standard:n.default,begin:n.begin??[],end:n.end??[`last`],added:Object.entries(t??{}).map(([t,n])=>({state:readState(e,t,n,[...r,t],{}),after:n?.after,isNew:n?.after!==void 0||n?.end!==void 0||n?.begin!==void 0||n?.holder!==void 0}))}}let i=Object.entries(t??{});i.length===0&&e.problem([],msg`Missing ${`states`}, expected the names of the states in order`),i.length>50&&e.problem([`states`],msg`Unexpected number of states, expected at most ${50}`);let[a,o,s]=[i.some(([,e])=>e?.begin!==void 0),i.some(([,e])=>e?.end!==void 0),i.some(([,e])=>e?.holder!==void 0)],c=i.map(([t,n],c)=>{let l=n?.end??(!o&&c===i.length-1);return readState(e,t,n,[...r,t],{begin:!a&&c===0,end:l,holder:!s&&c===1&&!l?`agent`:`orchestrator`})}),l=new Map;for(let{name:t,words:n}of c)for(let i of[t,...n]){let a=l.get(foldWord(i));a!==void 0&&a!==t&&e.problemAt(i===t?[...r,t]:[...r,t,`words`,n.indexOf(i)],msg`Unexpected word ${i} of ${t}: it is one of ${a} already`),l.set(foldWord(i),t)}return{list:c}}function readState(e,t,n,r,i){foldWord(t)===``&&e.problemAt(r,msg`Unexpected state ${t}, expected a name`);let a=n?.end??i.end??!1;return a&&n?.holder===`agent`&&e.problemAt([...r,`holder`],msg`Unexpected ${`holder: agent`} of ${t}, where items end`,n.end===void 0?msg`The last state ends where no state has ${`end`}: mark those that do.`:`Nothing is left to do there.`),{name:t,words:n?.words??[],holder:n?.holder??i.holder??`orchestrator`,begin:n?.begin??i.begin??!1,end:a,needs:(n?.needs??[]).map((t,n)=>readNeed(e,t,[...r,`needs`,n])),staleAfter:n?.[`stale-after`]===void 0?void 0:durationOf(n[`stale-after`])}}const builtInCaptures=[`id`,`path`,`folder`],effectCaptures=[`today`,`actor`,`from`,`to`,`text`];function readKind(e,t,n,r){let i=new Scope(t,n,r),{items:a,place:o,places:s={},truth:c,moves:l=`any`,fields:u={},within:d,depends:f,parent:p}=i.kind,m=i.path;a&&a.length!==0||i.problem([],msg`Missing ${`items`}, expected where the items are, such as ${`work/{id}.md`}`);let h=(a??[]).map((e,t)=>readSource(i,e,[...m,`items`,t]));i.captures=new Set([...builtInCaptures,...h.flatMap(capturesOf)]),i.fields=new Map(Object.entries(u).map(([e,t])=>[e,{name:e,at:[readLocation(i,t,[...m,`fields`,e])],required:t.required===!0,oneOf:(t[`one-of`]??[]).map(foldWord),type:t.type}]));let g=readStates(i);i.states=new Set(`list`in g?g.list.map(({name:e})=>e):[]),o&&Object.keys(s).length>0&&i.problem([`place`],msg`Unexpected ${`place`} beside ${`places`}, expected one of them`);let v=[...o?[[`place`,o,[...m,`place`]]]:[],...Object.entries(s).map(([e,t])=>[e,t,[...m,`places`,e]])];v.length===0&&i.problem([],msg`Missing ${`place`}, expected where the state of an item stands, such as ${`front-matter: status`}`),v.length>20&&i.problem([`places`],msg`Unexpected number of places, expected at most ${20}`);let y=v.map(([e,t,n])=>readPlace(i,e,t,n)),b=c===void 0||c===`none`?void 0:y.find(({name:e})=>e===c);c!==void 0&&c!==`none`&&!b&&i.unknownName([...m,`truth`],`place`,c,y.map(({name:e})=>e));let x=typeof l==`string`?l:readMoves(i,l);return(typeof x==`string`?x===`linear`:x.some(({by:e})=>e===void 0||e.some(e=>e!==`hand`)))&&y.every(({written:e})=>e.length===0)&&i.problem([`moves`],`Unexpected moves by a command, expected a place that commands can write: every place is computed`),{kind:{name:e,sources:h,states:g,places:y,truth:b,moves:x,fields:[...i.fields.values()],effects:(i.kind[`on-move`]??[]).flatMap((e,t)=>readEffect(i,e,[...m,`on-move`,t])),within:typeof d==`string`?i.template(d,[...m,`within`]):d&&readLink(i,d,[...m,`within`]),depends:f&&{link:readLink(i,f,[...m,`depends`]),once:f.once===void 0?void 0:i.stateOrGroup(f.once,[...m,`depends`,`once`]),except:(f.except??[]).map((e,t)=>i.stateOrGroup(e,[...m,`depends`,`except`,t])),unknown:f.unknown??`notice`},leadsParent:p===`follow`},problems:i.problems}}function readMoves(e,t){let n=t.flatMap(({from:t,to:n,by:r,needs:i=[]},a)=>{let o=[...e.path,`moves`,a],s=e.stateOrGroup(n,[...o,`to`]),c=i.map((t,n)=>readNeed(e,t,[...o,`needs`,n]));return t.map((t,n)=>({from:t===`*`?void 0:e.stateOrGroup(t,[...o,`from`,n]),to:s,by:r?.map(e=>e===`handback success`?`handback`:e),needs:c}))});return n.length>200&&e.problem([`moves`],msg`Unexpected number of moves, expected at most ${200}`),n}function readEffect(e,t,n){let{set:r,to:i,append:a,section:o,in:s=[]}=t,c=s.map((t,r)=>e.file(t,[...n,`in`,r]));if(r===void 0==(a===void 0)||r!==void 0!=(i!==void 0)||a!==void 0!=(o!==void 0))return e.problemAt(n,msg`Unexpected effect, expected ${`set`} with ${`to`}, or ${`append`} with ${`section`}`),[];if(a!==void 0&&o!==void 0)return[{append:e.template(a,[...n,`append`],{},effectCaptures),section:o.trim(),in:c}];if(!r||i===void 0)return[];let l=r.data?.map(e=>capturePattern$1.exec(e)?.[1]??void 0).filter(e=>e!==void 0)??[];for(let t of l)e.captures.has(t)||e.problemAt([...n,`set`,`data`],msg`Unexpected ${`{${t}}`}, expected one of ${[...e.captures].map(e=>`{${e}}`)}`);return[{set:readSpot(e,r,[...n,`set`]),to:e.template(i,[...n,`to`],{},effectCaptures),in:c}]}function readLink(e,t,n){let{"front-matter":r,label:i,data:a,where:o={}}=t;return[r,i,a].filter(e=>e!==void 0).length!==1&&e.problemAt(n,msg`Unexpected link, expected exactly one of ${[`front-matter`,`label`,`data`]}`),{spot:r===void 0?i===void 0?{form:`data`,at:a??[]}:{form:`label`,label:i}:{form:`front-matter`,key:r},where:Object.entries(o)}}const notText=expected`a string`,text=()=>string({error:notText}),words=()=>union([string(),number(),boolean()],{error:notText}).transform(String),isMapping=e=>typeof e==`object`&&!!e,list=(e,t=e=>e!==void 0)=>preprocess(e=>t(e)&&!Array.isArray(e)?[e]:e,array(e)),severity=()=>_enum(severities),conditionKeys={path:text().optional(),exists:list(text()).optional(),missing:list(text()).optional(),boxes:list(_enum([`all`,`some`,`none`,`empty`,`missing`])).optional(),in:list(text()).optional(),section:text().optional(),parts:strictObject({all:list(words()).optional(),any:list(words()).optional(),"none-of":list(words()).optional(),some:literal(!0).optional()}).optional(),depends:_enum([`met`,`unmet`]).optional(),field:strictObject({name:text(),"one-of":list(words())}).optional()},condition=once(()=>strictObject(conditionKeys)),need=once(()=>strictObject({...conditionKeys,severity:severity().optional()})),spotKeys={"front-matter":text().optional(),label:text().optional(),section:text().optional(),data:list(words()).optional(),table:text().optional(),row:record(string(),text()).optional(),column:text().optional(),box:union([literal(!0),text()]).optional(),in:list(text()).optional()},{in:_,...spotInFileKeys}=spotKeys,duration=expected`an integer and ${`m`}, ${`h`} or ${`d`}, such as ${`48h`}`,state=once(()=>strictObject({words:list(words()).optional(),holder:_enum([`agent`,`orchestrator`]).optional(),begin:boolean().optional(),end:boolean().optional(),needs:list(need()).optional(),"stale-after":string({error:duration}).regex(/^\d{1,6}[mhd]$/,{error:duration}).optional(),after:text().optional()}).nullable()),isIndex=e=>/^(?:0|[1-9]\d*)$/.test(e),isNoState=e=>e===null||Array.isArray(e),states=once(()=>preprocess((e,t)=>{let n=typeof e==`string`||typeof e==`number`?[e]:e,problem=(e,n)=>t.addIssue({code:`custom`,path:e,message:n}),checkName=(e,t)=>{isIndex(e)&&problem(t,msg`Unexpected state ${e}, expected a name that is more than a number`)};if(!Array.isArray(n)){if(isMapping(n))for(let e of Object.keys(n))checkName(e,[e]);return n}let r=n.flatMap((e,t)=>isNoState(e)?(problem([t],`Unexpected ${e===null?msg`${`null`}`:`list`}, expected the name of a state`),[]):isMapping(e)?Object.entries(e).map(([e,n])=>[e,n,t]):[[String(e),null,t]]),i=new Set;for(let[e,,t]of r)checkName(e,[t]),i.has(e)&&problem([t],msg`Unexpected second state ${e}, expected each once`),i.add(e);return Object.fromEntries(r.map(([e,t])=>[e,t]))},record(string(),state(),{error:expected`a list or mapping of states`}))),saying=once(()=>strictObject({says:list(words()),when:list(condition()).optional()})),placeOption=once(()=>strictObject({...spotKeys,is:list(saying()).optional(),hint:text().optional(),"required-from":text().optional(),says:record(string(),list(words())).optional()})),place=once(()=>list(placeOption())),source=once(()=>preprocess(e=>typeof e==`string`?{files:e}:e,strictObject({files:text().optional(),folders:text().optional(),keys:text().optional(),elements:text().optional(),rows:text().optional(),boxes:text().optional(),at:list(words()).optional(),table:text().optional(),row:record(string(),text()).optional(),section:text().optional(),text:text().optional(),id:union([text(),strictObject({"front-matter":text()})]).optional(),except:list(text()).optional()}))),movers=[`accept`,`handback`,`handback success`,`handback error`,`handback question`,`hand`],move=once(()=>strictObject({from:list(words()),to:words(),by:list(_enum(movers)).optional(),needs:list(need()).optional()})),field=once(()=>strictObject({...spotKeys,required:boolean().optional(),"one-of":list(words()).optional(),type:_enum([`date`,`number`,`text`]).optional()})),effect=once(()=>strictObject({in:list(text()).optional(),set:strictObject(spotInFileKeys).optional(),to:text().optional(),append:text().optional(),section:text().optional()})),linkKeys={"front-matter":text().optional(),label:text().optional(),data:list(words()).optional(),where:record(string(),words()).optional()},kindKeys=once(()=>({items:list(source()).optional(),states:states().optional(),"states-from":strictObject({in:list(text()),at:list(words()),default:list(words()),begin:list(words()).optional(),end:list(words()).optional()}).optional(),place:place().optional(),places:record(string(),place()).optional(),truth:text().optional(),moves:union([_enum([`any`,`linear`]),list(move(),isMapping)],{error:expected`${`any`}, ${`linear`} or a list of moves`}).optional(),fields:record(string(),field()).optional(),"on-move":list(effect()).optional(),within:union([text(),strictObject(linkKeys)]).optional(),depends:strictObject({...linkKeys,once:text().optional(),except:list(text()).optional(),unknown:severity().optional()}).optional(),parent:literal(`follow`).optional()})),kindShape=once(()=>strictObject(kindKeys())),namePattern=/^[a-z][a-z0-9-]{0,63}$/,name=()=>{let e=expected`a name of small letters, digits and ${`-`}, such as ${`work`}`;return string({error:e}).regex(namePattern,{error:e})},workflowShape=once(()=>strictObject({name:name(),with:record(string(),list(text())).optional(),...kindKeys(),kinds:record(string(),kindShape()).optional()})),overrideShape=()=>strictObject({...kindKeys(),"add-states":states().optional(),"add-words":record(string(),list(words())).optional()}),usedShape=once(()=>strictObject({use:text(),name:name().optional(),with:record(string(),list(text())).optional(),kinds:record(string(),overrideShape()).optional(),...overrideShape().shape})),capturePattern=/\{[A-Za-z-]+\}/g,sampleOf=e=>e.replaceAll(capturePattern,e=>e===`{date}`?`2026-02-04`:e===`{number}`?`7`:`x`),literals=e=>e.replaceAll(capturePattern,``).length,idsOf=({sources:e})=>e.flatMap(({id:e})=>`source`in e?[e.source]:[]);function parentKind({within:e},t){if(e===void 0||!(`format`in e))return;let n=sampleOf(e.source);return t.flatMap(e=>idsOf(e).flatMap(t=>template(t).match(n)===void 0?[]:[{kind:e,letters:literals(t)}])).toSorted((e,t)=>t.letters-e.letters)[0]?.kind}function cycleOfKinds(e){for(let t of e){let{within:n}=t;if(n!==void 0&&`format`in n&&idsOf(t).includes(n.source))return[t];let r=[t];for(let n=parentKind(t,e);n&&n!==r.at(-1);n=parentKind(n,e)){if(n===t)return r;if(r.includes(n))break;r.push(n)}}}const withoutNames=e=>JSON.stringify(e).replaceAll(capturePattern,`{}`);function locationsOf({in:e,"required-from":t,hint:n,says:r,is:i,...a},o){return i?[]:e?e.map(e=>withoutNames([e,a])):o.map(e=>withoutNames(e.files===void 0?[e,a]:[e.files,a]))}function writtenPlaces({place:e,places:t={},items:n=[]}){return[...e?[[e,[`place`]]]:[],...Object.entries(t).map(([e,t])=>[t,[`places`,e]])].flatMap(([e,t])=>e.flatMap(e=>locationsOf(e,n).map(e=>[e,t])))}function statesOfParts(e){let t=Object.values(e).filter(({within:e})=>e!==void 0);if(!t.some(e=>e[`states-from`]))return new Set(t.flatMap(({states:e={}})=>Object.keys(e)))}function*unknownStates(e,{"add-states":t={},"add-words":n={},states:r=e.states}){if(e[`states-from`])return;let i=Object.keys({...r,...t}),unknownState=(e,t)=>({path:e,message:msg`Unexpected state ${t}, expected one of ${i}`,...suggestionHint(suggestion(t,i))});for(let[e,n]of Object.entries(t))n?.after!==void 0&&!i.includes(n.after)&&(yield unknownState([`add-states`,e,`after`],n.after));for(let e of Object.keys(n))i.includes(e)||(yield unknownState([`add-words`,e],e))}function entryOf(e,t){let n=e.findIndex(e=>e.kind===`mapping`?e.get(t)!==void 0:e.kind===`scalar`&&e.source===t);if(n!==-1)return e[n]?.kind===`mapping`?[n,t]:[n]}function writtenPath(e,t){let n=[];for(let r of t){let t=nodeAt(e,n);if(typeof r==`number`&&t!==void 0&&t.kind!==`sequence`)continue;let i=typeof r==`string`&&t?.kind===`sequence`?entryOf(t.items,r):void 0;n.push(...i??[r])}return n}const presets=presets_default,presetNames=Object.keys(presets),parameterForm=/^\{([a-z-]+)\}$/;function fillParameters(e,t){if(typeof e==`string`){let n=t[parameterForm.exec(e)?.[1]??``];return n&&n.length>1?n:e.replaceAll(/\{([a-z-]+)\}/g,(e,n)=>Object.hasOwn(t,n)?t[n]?.[0]??``:e)}return Array.isArray(e)?e.map(e=>fillParameters(e,t)):typeof e!=`object`||!e?e:Object.fromEntries(Object.entries(e).map(([e,n])=>[e,fillParameters(n,t)]))}const presetData=e=>parseRecord(textDocument(`${e}.yml`,presets[e]??``),`yaml-1.2`).data?.value;function parametersOf(e,t={}){let n=presetData(e).with??{},r={};for(let[e,i]of Object.entries(n))r[e]=t[e]??[fillParameters(i,r)].flat();return r}function presetWith(e,t){let{with:n,detect:r,...i}=presetData(e);return workflowShape().parse(fillParameters(i,parametersOf(e,t)))}function withChanges(e,{"add-states":t={},"add-words":n={},...r}){let i=Object.fromEntries(Object.entries(r).filter(([,e])=>e!==void 0)),a={...e,...`place`in i&&{places:void 0},...`places`in i&&{place:void 0},...i},o=Object.entries(a.states??{});for(let[e,n]of Object.entries(t)){let t=o.findIndex(([e])=>e===n?.after);o.splice(t===-1?o.length:t+1,0,[e,n])}let s=o.map(([e,t])=>[e,n[e]?{...t,words:[...t?.words??[],...n[e]]}:t]);for(let[e,t]of Object.entries(n))a[`states-from`]&&!o.some(([t])=>t===e)&&s.push([e,{words:t}]);return{...a,...s.length>0&&{states:Object.fromEntries(s)}}}const kindsIn=({kinds:e,name:t,with:n,...r})=>e??{"":r},limits={kinds:10,workflows:50};var Reader=class{findings=[];#e;#t;#n=new Map;constructor(e,t){this.#e=e,this.#t=t}#r(e,{path:t,message:n,hint:r}){let i=dataWithin(this.#e,e);this.findings.push({message:n,...r!==void 0&&{hint:r},place:nearestPlace(i,writtenPath(e,t))})}#i({name:e,kinds:t,nested:n},r){let i=[];for(let[e,a]of Object.entries(t))for(let[t,o]of writtenPlaces(a)){let a=this.#n.get(t),s=!i.some(e=>this.#n.get(e)===a);a!==void 0&&s&&this.#r(r,{path:[...n?[`kinds`,e]:[],...o],message:msg`Unexpected place, expected one that the workflow ${a} does not write too`,hint:`A place belongs to one workflow: declare it there.`}),i.push(t)}for(let t of i)this.#n.set(t,e)}read(e){let{root:t}=this.#e;return t.kind===`sequence`?this.readAll(t.items,e):(this.findings.push({message:"Unexpected value of `workflows`, expected a list of declarations",place:this.#e.place(t)}),[])}readAll(e,t){let{root:n,document:r}=this.#e;if(e.length>limits.workflows)return this.findings.push({message:`Unexpected number of workflows, expected at most ${limits.workflows}`,place:r.place(r.lineOf(n.start))}),[];let i=new Map;return e.flatMap(e=>{let n=this.#a(e);if(!n)return[];let{protocols:r,kinds:a}=this.#t;return(r.includes(n.name)||a.includes(n.name))&&this.#r(e,{path:[`name`],message:msg`Unexpected name ${n.name}: it is that of something built in`}),i.has(n.name)&&this.#r(e,{path:[`name`],message:msg`Unexpected second workflow ${n.name}, expected each name once`,hint:msg`Give one of them another ${`name`}.`}),i.set(n.name,e),this.#i(n,e),[this.#c(n,e,t)]})}#a(e){if(e.kind===`scalar`)return this.#s(e,{use:e.source});if(e.kind===`mapping`&&e.get(`use`)){let t=this.#o(e,usedShape());return t&&this.#s(e,t)}let t=this.#o(e,workflowShape());if(!t)return;let{kinds:n,name:r,with:i,...a}=t;i&&this.#r(e,{path:[`with`],message:msg`Unexpected key ${`with`}, which belongs to ${`use`}`});let o=Object.entries(a).filter(([,e])=>e!==void 0);return n&&o.length>0&&this.#r(e,{path:[o[0]?.[0]??``],message:msg`Unexpected key ${o[0]?.[0]??``} beside ${`kinds`}, expected it in one of them`}),n&&Object.keys(n).length===0&&this.#r(e,{path:[`kinds`],message:msg`Missing kind in ${`kinds`}, expected one at least`}),{name:t.name,preset:void 0,kinds:kindsIn(t),nested:n!==void 0}}#o(e,t){let n=dataWithin(this.#e,e),{value:r,violations:i}=checkShape(n,t,{words:messageOf,writtenPath});for(let e of i??[])this.findings.push(pathFinding(n,e=>keysOfLanguage(t,e),e));return r}#s(e,{use:t,name:n=t,with:r={},kinds:i={},...a}){if(!presetNames.includes(t)){this.#r(e,{path:e.kind===`scalar`?[]:[`use`],message:msg`Unexpected preset ${t}, expected one of ${presetNames}`,...suggestionHint(suggestion(t,presetNames))});return}let o=parametersOf(t);for(let t of Object.keys(r))if(!Object.hasOwn(o,t)){this.#r(e,{path:[`with`,t],message:msg`Unexpected parameter ${t}, expected one of ${Object.keys(o)}`,...suggestionHint(suggestion(t,Object.keys(o)))});return}let s=presetWith(t,r),c=kindsIn(s),l=Object.values(a).some(e=>e!==void 0)?{"":a,...i}:i;for(let n of Object.keys(l))if(!Object.hasOwn(c,n)){let r=n===``?msg`Its kinds are ${Object.keys(c)}: write the keys under ${`kinds`}.`:Object.keys(c)[0]===``?msg`It has one kind: write the keys at the top.`:[msg`Its kinds are ${Object.keys(c)}.`,suggestionHint(suggestion(n,Object.keys(c))).hint??``].join(` `).trim();this.#r(e,{path:n===``?[]:[`kinds`,n],message:n===``?msg`Unexpected keys of a kind at the top of ${t}`:msg`Unexpected kind ${n} of ${t}`,hint:r});return}for(let[t,n]of Object.entries(l))for(let r of unknownStates(c[t]??{},n))this.#r(e,{...r,path:[...t===``?[]:[`kinds`,t],...r.path]});return{name:n,preset:t,kinds:Object.fromEntries(Object.entries(c).map(([e,t])=>[e,l[e]?withChanges(t,l[e]):t])),nested:s.kinds!==void 0}}#c({name:e,preset:t,kinds:n,nested:r},i,a){let o=Object.entries(n);o.length>limits.kinds&&this.#r(i,{path:[`kinds`],message:msg`Unexpected number of kinds, expected at most ${limits.kinds}`});let s=statesOfParts(n),c=o.map(([e,t])=>{let{kind:n,problems:a}=readKind(e===``?void 0:e,t,r?[`kinds`,e]:[],s);for(let e of a)this.#r(i,e);return n}),l=cycleOfKinds(c);return l&&this.#r(i,{path:[...r?[`kinds`,l[0]?.name??``]:[],`within`],message:l.length>1?msg`Unexpected cycle of the kinds ${l.map(e=>e.name??``)}, expected no kind above itself`:msg`Unexpected ${`within`}, expected the id of another item: this is the id of the item itself`}),{name:e,preset:t,kinds:c,written:JSON.stringify([t,n]),timeZone:a,place:nearestPlace(dataWithin(this.#e,i),i.kind===`mapping`?[i.get(`name`)?`name`:`use`]:[])}}};function readWorkflows(e,t,n){let r=nodeAt(e.root,[`workflows`]);if(!r)return{workflows:[],problems:[]};let i=new Reader(dataWithin(e,r),n);return readResult(i,i.read(t))}function readDeclarations(e,t,n){let{root:r}=e;if(nodeAt(r,[`workflows`]))return readWorkflows(e,t,n);let i=new Reader(e,n);return readResult(i,i.readAll(r.kind===`sequence`?r.items:[r],t))}function readResult(e,t){return{workflows:e.findings.length===0?t:[],problems:e.findings.toSorted(byPlace)}}export{usedShape as a,readWorkflows as i,presetNames as n,workflowShape as o,readDeclarations as r,languageSchema as s,presetData as t};
import{Df as suggestionHint,Ef as suggestion,Gs as notText,Hd as once,Nf as msg,Ol as expected,Vc as isReservedPath,Vd as memoBy,Wl as severities,Ys as text,cl as parseRecord,gt as touchingCaptures,ht as template,jd as textDocument,jl as isMapping,kl as flag}from"./check.js";import{i as foldWord}from"./words.js";import{A as boolean,B as number,E as _enum,G as strictObject,K as string,L as literal$1,U as preprocess,Y as union,k as array,q as transform,z as map}from"./libraries.js";const constraints=(...e)=>({allOf:[...e]}),requires=(...e)=>({required:[...e]}),exactlyOneOf=e=>({oneOf:e.map(e=>requires(e))}),someOf=e=>({anyOf:e.map(e=>requires(e))}),notTogether=(...e)=>({not:requires(...e)}),needs=e=>({dependentRequired:Object.fromEntries(Object.entries(e).map(([e,t])=>[e,[...t]]))}),when=(e,t,n={})=>({if:e,then:t,else:n}),belongsTo=e=>({dependentSchemas:Object.fromEntries(Object.entries(e).map(([e,t])=>[e,someOf(t)]))}),captureName=/\{[A-Za-z][\w-]*(?:=[^{}]+)?\}/,captureStep=/^\{[^{}]+\}$/,numberName=/^(?:0|[1-9]\d*)$/,without=({source:e})=>({not:{type:`string`,pattern:e}}),literal=without(captureName),apart=without(/\{[^{}]*\}\{[^{}]*\}/),inRepository=without(/^$|^(?:\/|~|[A-Za-z]:)|\\|(?:^|\/)(?:\.{0,2}|\.git(?:hub)?)(?:\/|$)/),step={anyOf:[literal,{pattern:captureStep.source}]},stateName={not:{anyOf:[{type:`integer`,minimum:0},{type:`string`,pattern:numberName.source}]}},limits={workflows:50,kinds:10,states:50,moves:200,places:20},words=()=>union([string(),number(),boolean()],{error:notText}).transform(String),list=(e,{isElement:t=e=>e!==void 0,keywords:n={}}={})=>preprocess(e=>t(e)&&!Array.isArray(e)?[e]:e,array(e).meta(n)),asMap=once(()=>transform(e=>isMapping(e)?new Map(Object.entries(e)):e)),fromMap=e=>Object.fromEntries(e),byName=(e,t={})=>asMap().pipe(map(string(),e).meta(t).transform(fromMap)),sameText=once(()=>text().meta(constraints(literal))),textTemplate=once(()=>text().meta(constraints(apart))),pathTemplate=once(()=>text().meta(constraints(apart,inRepository))),sameStep=once(()=>words().meta(constraints(literal))),anyStep=once(()=>words().meta(constraints(step)));var presets_default={"backlog-md":`# Backlog.md: a file for each task; whatever lies in completed/ counts as done
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
  - { file: 'openspec/changes/{change}/tasks.md', heading: '1.' }
  - { file: 'openspec/changes/archive/{change}/tasks.md', heading: '1.' }
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
`};const timeForm=/^now:(?:iso$|.*(?:YYYY|MM|DD|HH|mm|ss))/,groups=[`begin`,`middle`,`end`];function pathFault(e){let t=e.replace(/^\{(?:folder|path)\}/,`folder`).replaceAll(/\{[^{}]*\}/g,`x`);return t===``||/^(?:\/|~|[A-Za-z]:)/.test(t)||t.includes(`\\`)||t.split(`/`).includes(`..`)?msg`Unexpected path ${e}, expected one relative to the repository's root, with ${`/`} and without ${`..`}`:t.split(`/`).some(e=>e===``||e===`.`)?msg`Unexpected path ${e}, expected one without an empty part or ${`.`}`:isReservedPath(t)?msg`Unexpected path ${e}, expected a place outside ${`.git`} and ${`.github`}, where no command writes`:void 0}const usualNames=new Map([[`date`,`today`],[`now`,`today`],[`author`,`actor`],[`user`,`actor`],[`message`,`text`],[`state`,`to`],[`status`,`to`]]),nearestHint=(e,t)=>suggestionHint(suggestion(e,t)).hint;var Scope=class{problems=[];kind;path;sources=[];captures=new Set;commonCaptures=new Set;states=new Set;awaited=[];fields=new Map;partStates;constructor(e,t,n){this.kind=e,this.path=t,this.partStates=n}hasSource(e){return this.kind.items?.some(t=>t[e]!==void 0)===!0}problem(e,t,n){this.problemAt([...this.path,...e],t,n)}problemAt(e,t,n){this.problems.push({path:e,message:t,...n!==void 0&&{hint:n}})}checkOneOf(e,t,n){let[r,i]=Object.keys(n).filter(e=>n[e]!==void 0);r===void 0?this.problemAt(e,`Unexpected ${t}, expected exactly one of ${msg`${Object.keys(n)}`}`):i!==void 0&&this.problemAt([...e,i],msg`Unexpected ${i} beside ${r}, expected one of them`)}checkBelongs(e,t,...n){for(let[r,i]of Object.entries(t))i!==void 0&&this.problemAt([...e,r],msg`Unexpected ${r}, which belongs to ${n}`)}unknownName(e,t,n,r){let i=[r.length===0?`There is no ${t}.`:msg`Expected one of ${r.slice(0,20)}.`,nearestHint(n,r)??[]].flat().join(` `);this.problemAt(e,`${msg`Unexpected ${n}`}, expected a ${t} of this kind`,i)}checkCaptures(e,t){let n=touchingCaptures(e);n&&this.problemAt(t,msg`Unexpected ${e}: ${n.map(e=>`{${e}}`)} touch, and nothing shows where one ends`)}literal(e,t,n,r){return captureName.test(e)&&this.problemAt(t,`${msg`Unexpected template ${e}`}, expected ${n}, which is the same for all items`,r),e.trim()}checkSteps(e,t,n=!0){for(let[r,i]of e.entries())captureName.test(i)&&!(n&&captureStep.test(i))&&this.problemAt([...t,r],`${msg`Unexpected step ${i}`}, expected a name${n?msg` or one capture, such as ${`{id}`}`:``}`)}pattern(e,t,n){return this.checkCaptures(e,t),template(e,n)}template(e,t,n,r=[]){let i=this.pattern(e,t,n),a=[...this.captures,...r];for(let e of i.names){if(a.includes(e)||r.length>0&&timeForm.test(e))continue;let n=usualNames.get(e)??``,i=a.includes(n)?n:suggestion(e,a);this.problemAt(t,msg`Unexpected ${`{${e}}`}, expected one of ${a.map(e=>`{${e}}`)}`,suggestionHint(i&&`{${i}}`).hint)}return i}file(e,t,n){return this.checkPath(e,t),this.template(e,t,n)}checkPath(e,t){let n=pathFault(e);n!==void 0&&this.problemAt(t,n)}stateOrGroup(e,t){return this.#e(e,t,this.states,this.kind[`states-from`]?`state`:void 0)}partState(e,t){return this.#e(e,t,this.partStates??new Set,this.partStates?void 0:`state of parts`)}#e(e,t,n,r){if(groups.includes(e)||n.size===0&&r===void 0)return e;let i=n.has(e)?e:[...n].find(t=>foldWord(t)===foldWord(e));return i===void 0&&r!==void 0?this.awaited.push({name:e,as:r,path:t}):i===void 0&&this.problemAt(t,msg`Unexpected state ${e}, expected one of ${[...n]}`,nearestHint(e,[...n])),i??e}};const severity=()=>_enum(severities),conditionKeys={path:text().optional(),exists:list(pathTemplate()).optional(),missing:list(pathTemplate()).optional(),boxes:list(_enum([`all`,`some`,`none`,`empty`,`missing`])).optional(),in:list(pathTemplate()).optional(),section:sameText().optional(),parts:strictObject({all:list(words()).optional(),any:list(words()).optional(),"none-of":list(words()).optional(),some:literal$1(!0).optional()}).optional(),depends:_enum([`met`,`unmet`]).optional(),field:strictObject({name:text(),"one-of":list(words())}).optional()},conditionRules=constraints(someOf([`path`,`exists`,`missing`,`boxes`,`parts`,`depends`,`field`]),belongsTo({in:[`boxes`],section:[`boxes`]})),condition=once(()=>strictObject(conditionKeys).meta(conditionRules)),need=once(()=>strictObject({...conditionKeys,severity:severity().optional()}).meta(conditionRules)),duration=expected`an integer and ${`m`}, ${`h`} or ${`d`}, such as ${`48h`}`,stateWith=(...e)=>strictObject({words:list(words()).optional(),holder:_enum([`agent`,`orchestrator`]).optional(),begin:flag().optional(),end:flag().optional(),needs:list(need()).optional(),"stale-after":string({error:duration}).regex(/^\d{1,6}[mhd]$/,{error:duration}).optional(),after:text().optional()}).meta(constraints({not:{properties:{holder:{const:`agent`},end:{const:!0}},required:[`holder`,`end`]}},...e)).nullable(),state=once(()=>stateWith(notTogether(`after`))),addedState=once(()=>stateWith()),isScalar=e=>[`string`,`number`,`boolean`].includes(typeof e),isNoState=e=>e===null||Array.isArray(e),statesOf=(e,t)=>preprocess((e,t)=>{let n=isScalar(e)?[e]:e,problem=(e,n)=>t.addIssue({code:`custom`,path:e,message:n}),checkName=(e,t)=>{numberName.test(e)&&problem(t,msg`Unexpected state ${e}, expected a name that is more than a number`)};if(!Array.isArray(n)){if(!isMapping(n))return n;for(let e of Object.keys(n))checkName(e,[e]);return new Map(Object.entries(n))}let r=n.flatMap((e,t)=>isNoState(e)?(problem([t],`Unexpected ${e===null?msg`${`null`}`:`list`}, expected the name of a state`),[]):isMapping(e)?Object.entries(e).map(([e,n])=>[e,n,t]):[[String(e),null,t]]),i=new Set;for(let[e,,t]of r)checkName(e,[t]),i.has(e)&&problem([t],msg`Unexpected second state ${e}, expected each once`),i.add(e);return new Map(r.map(([e,t])=>[e,t]))},map(string(),e,{error:expected`a list or mapping of states`}).meta({propertyNames:stateName,...t}).transform(fromMap)),states=once(()=>statesOf(state(),{minProperties:1,maxProperties:limits.states})),addedStates=once(()=>statesOf(addedState(),{maxProperties:limits.states})),spotKeys={"front-matter":sameText().optional(),label:sameText().optional(),section:sameText().optional(),data:list(anyStep()).optional(),table:sameText().optional(),row:byName(textTemplate()).optional(),column:sameText().optional(),box:union([literal$1(!0),textTemplate()]).optional(),in:list(pathTemplate()).optional()},spotForms=[`front-matter`,`label`,`section`,`data`,`column`,`box`],ofColumn=needs({table:[`column`],row:[`column`]}),spotRules=constraints(exactlyOneOf(spotForms),ofColumn),{in:_,...spotInFileKeys}=spotKeys,saying=once(()=>strictObject({says:list(words()),when:list(condition()).optional()})),placeOption=once(()=>strictObject({...spotKeys,is:list(saying()).optional(),hint:text().optional(),"required-from":text().optional(),says:byName(list(words())).optional()}).meta(constraints(exactlyOneOf([...spotForms,`is`]),ofColumn,notTogether(`is`,`in`),notTogether(`is`,`says`)))),place=once(()=>list(placeOption(),{keywords:{minItems:1,not:{allOf:[{contains:{required:[`is`]}},{contains:{not:{required:[`is`]}}}]}}})),sourceForms=[`files`,`folders`,`keys`,`elements`,`rows`,`boxes`],ownersOfKeys={at:[`keys`,`elements`],table:[`rows`],row:[`rows`],section:[`boxes`],text:[`boxes`]},source=once(()=>preprocess(e=>typeof e==`string`?{files:e}:e,strictObject({files:pathTemplate().optional(),folders:pathTemplate().optional(),keys:pathTemplate().optional(),elements:pathTemplate().optional(),rows:pathTemplate().optional(),boxes:pathTemplate().optional(),at:list(anyStep()).optional(),table:sameText().optional(),row:byName(textTemplate()).optional(),section:sameText().optional(),text:textTemplate().optional(),id:union([textTemplate(),strictObject({"front-matter":text()})]).optional(),except:list(text()).optional()}).meta(constraints(exactlyOneOf(sourceForms),belongsTo(ownersOfKeys),needs({rows:[`row`],boxes:[`text`]}),when({properties:{id:{type:`object`}},required:[`id`]},{required:[`files`]}))))),movers=[`accept`,`handback`,`handback success`,`handback error`,`handback question`,`hand`],move=once(()=>strictObject({from:list(words()),to:words(),by:list(_enum(movers)).optional(),needs:list(need()).optional()})),field=once(()=>strictObject({...spotKeys,required:flag().optional(),"one-of":list(words()).optional(),type:_enum([`date`,`number`,`text`]).optional()}).meta(spotRules)),effect=once(()=>strictObject({in:list(pathTemplate()).optional(),set:strictObject(spotInFileKeys).meta(spotRules).optional(),to:textTemplate().optional(),append:textTemplate().optional(),section:sameText().optional()}).meta(constraints(exactlyOneOf([`set`,`append`]),needs({set:[`to`],to:[`set`],append:[`section`],section:[`append`]})))),linkKeys={"front-matter":sameText().optional(),label:sameText().optional(),data:list(sameStep()).optional(),table:sameText().optional(),row:byName(textTemplate()).optional(),column:sameText().optional(),where:byName(words()).optional()},linkRules=constraints(exactlyOneOf([`front-matter`,`label`,`data`,`column`]),ofColumn,belongsTo({where:[`data`]})),kindKeys=once(()=>({items:list(source(),{keywords:{minItems:1}}).optional(),states:states().optional(),"states-from":strictObject({in:list(text().meta(constraints(literal,inRepository))),at:list(sameStep()),default:list(words(),{keywords:{minItems:1,maxItems:limits.states}}),begin:list(words()).optional(),end:list(words()).optional()}).optional(),place:place().optional(),places:byName(place(),{minProperties:1,maxProperties:limits.places}).optional(),truth:text().optional(),moves:union([_enum([`any`,`linear`]),list(move(),{isElement:isMapping,keywords:{maxItems:limits.moves}})],{error:expected`${`any`}, ${`linear`} or a list of moves`}).optional(),fields:byName(field()).optional(),"on-move":list(effect()).optional(),within:union([textTemplate(),strictObject(linkKeys).meta(linkRules)]).optional(),depends:strictObject({...linkKeys,once:text().optional(),except:list(text()).optional(),unknown:severity().optional()}).meta(linkRules).optional(),parent:literal$1(`follow`).optional()})),otherForms=[[`place`,`places`],[`states`,`states-from`]],kindRules=[{required:[`items`]},...otherForms.map(exactlyOneOf),needs({parent:[`within`]})],kindShape=once(()=>strictObject(kindKeys()).meta(constraints(...kindRules))),namePattern=/^[a-z][a-z0-9-]{0,63}$/,name=()=>{let e=expected`a name of small letters, digits and ${`-`}, such as ${`work`}`;return string({error:e}).regex(namePattern,{error:e})},workflowShape=once(()=>strictObject({name:name(),with:byName(list(text())).optional(),...kindKeys(),kinds:byName(kindShape(),{minProperties:1,maxProperties:limits.kinds}).optional()}).meta(constraints(notTogether(`with`),when({required:[`kinds`]},{not:someOf(Object.keys(kindKeys()))},constraints(...kindRules))))),overrideRules=constraints(...otherForms.map(e=>notTogether(...e))),overrideShape=()=>strictObject({...kindKeys(),"add-states":addedStates().optional(),"add-words":byName(list(words())).optional()}).meta(overrideRules),changeKeys=()=>Object.keys(overrideShape().shape),usedShape=once(()=>strictObject({use:text(),name:name().optional(),with:byName(list(pathTemplate())).optional(),kinds:byName(overrideShape()).optional(),...overrideShape().shape}).meta(overrideRules)),presets=presets_default,presetNames=Object.keys(presets),parameterForm=/^\{([a-z-]+)\}$/;function fillParameters(e,t){if(typeof e==`string`){let n=t[parameterForm.exec(e)?.[1]??``];return n&&n.length>1?n:e.replaceAll(/\{([a-z-]+)\}/g,(e,n)=>Object.hasOwn(t,n)?t[n]?.[0]??``:e)}return Array.isArray(e)?e.map(e=>fillParameters(e,t)):typeof e!=`object`||!e?e:Object.fromEntries(Object.entries(e).map(([e,n])=>[e,fillParameters(n,t)]))}const presetData=memoBy(e=>parseRecord(textDocument(`${e}.yml`,presets[e]??``),`yaml-1.2`).data?.value,presetNames.length);function parametersOf(e,t={}){let n=presetData(e).with??{},r={};for(let[e,i]of Object.entries(n))r[e]=[fillParameters(t[e]??i,r)].flat();return r}function*parameterProblems(e,t){let n=parametersOf(e),r=presetData(e).with??{};for(let[e,i]of Object.entries(t)){let t=[`with`,e];if(!Object.hasOwn(n,e))yield{path:t,message:msg`Unexpected parameter ${e}, expected one of ${Object.keys(n)}`,...suggestionHint(suggestion(e,Object.keys(n)))};else if(i.length===0)yield{path:t,message:msg`Unexpected empty list in ${e}, expected a path`};else if(i.length>1&&!Array.isArray(r[e]))yield{path:t,message:msg`Unexpected list in ${e}, expected one path`};else for(let[e,n]of i.entries()){let r=pathFault(n);r!==void 0&&(yield{path:[...t,e],message:r})}}}function filledPreset(e,t={}){let{with:n,detect:r,...i}=presetData(e);return fillParameters(i,parametersOf(e,t))}const presetWith=(e,t)=>workflowShape().parse(filledPreset(e,t));function withChanges(e,{"add-states":t={},"add-words":n={},...r}){let i=Object.fromEntries(Object.entries(r).filter(([,e])=>e!==void 0)),a=Object.fromEntries(otherForms.flatMap(e=>e.some(e=>e in i)?e.map(e=>[e,void 0]):[])),o={...e,...a,...i},s=new Map(Object.entries(n));if(o[`states-from`])return{...o,"add-states":t,"add-words":n};let c=Object.entries(o.states??{});for(let[e,n]of Object.entries(t)){let t=c.findIndex(([e])=>e===n?.after),{after:r,...i}=n??{};c.splice(t===-1?c.length:t+1,0,[e,i])}let l=c.map(([e,t])=>{let n=s.get(e);return[e,n?{...t,words:[...t?.words??[],...n]}:t]});return{...o,...l.length>0&&{states:Object.fromEntries(l)}}}export{withChanges as a,sourceForms as c,Scope as d,asMap as f,when as g,someOf as h,presetWith as i,usedShape as l,limits as m,presetData as n,changeKeys as o,constraints as p,presetNames as r,ownersOfKeys as s,parameterProblems as t,workflowShape as u};
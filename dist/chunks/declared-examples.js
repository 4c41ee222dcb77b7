import"./rolldown-runtime.js";import{y as change,zu as hour}from"./check.js";const configurationPath=`.github/baton.yml`,boardPath=`BOARD.md`,loginPath=`work/login.md`,searchPath=`work/search.md`,sample={[configurationPath]:`workflows:
  - name: work
    items: { files: 'work/**/{id}.md', id: { front-matter: id } }
    states:
      todo: {}
      doing: { words: [wip], holder: agent, stale-after: 72h }
      review: {}
      done: { needs: { boxes: [all, empty] } }
    places:
      file: { front-matter: status }
      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status, required-from: doing }
    truth: file
    moves: linear
    depends: { front-matter: depends, once: doing }
    fields: { size: { front-matter: size, one-of: [small, large] } }
`,[boardPath]:`# Board

| Item | Status |
|---|---|
| login | doing |
| search | todo |
`,[loginPath]:`---
id: login
status: doing
size: small
---

# Let people log in

- [x] Draw the form
- [ ] Check the password
`,[searchPath]:`---
id: search
status: todo
depends: [login]
---

# Let people search
`},inSample=e=>change(sample,e),declaring=(...e)=>({[configurationPath]:e}),skipped={[loginPath]:[[`status: doing`,`status: done`],[`- [ ]`,`- [x]`]],[boardPath]:[[`| login | doing |`,`| login | done |`]]},onward={[loginPath]:[[`status: doing`,`status: review`]],[boardPath]:[[`| login | doing |`,`| login | review |`]]},onlyOnce=inSample(declaring([`moves: linear`,`moves: [{ from: todo, to: doing }, { from: doing, to: review }]`])),withoutSearch={[searchPath]:null,[boardPath]:[[`| search | todo |
`,``]]},examples$4={ITEM_MOVE_ILLEGAL:{bad:{"back from the end":{base:inSample(skipped),head:sample},"a move that is not declared":{base:onlyOnce,head:change(onlyOnce,skipped)}},good:{"the next state":{base:sample,head:inSample(onward)},"two moves at once":{base:sample,head:inSample(skipped)}}},ITEM_BEGIN_ILLEGAL:{bad:{"a state that no move reaches":{base:inSample({...declaring([`review: {}`,`review: {}
      paused: {}`],[`moves: linear`,`moves: [{ from: todo, to: doing }]`]),...withoutSearch}),head:inSample({...declaring([`review: {}`,`review: {}
      paused: {}`],[`moves: linear`,`moves: [{ from: todo, to: doing }]`]),[searchPath]:[[`status: todo`,`status: paused`],[`depends: [login]
`,``]],[boardPath]:[[`| search | todo |`,`| search | paused |`]]})}},good:{"the first state":{base:inSample(withoutSearch),head:sample}}},ITEM_REMOVED:{bad:{"not yet begun":{base:sample,head:inSample(withoutSearch)},"a row with another title":{base:sample,head:inSample({[boardPath]:[[`| search | todo |`,`| find | todo |`]]})}},good:{"it was done":{base:inSample(skipped),head:inSample({[loginPath]:null,[searchPath]:[[`depends: [login]
`,``]],[boardPath]:[[`| login | doing |
`,``]]})}}}},ended=[[`status: doing`,`status: done`],[`- [ ]`,`- [x]`]],begun=e=>({[searchPath]:[[`status: todo`,`status: ${e}`]]}),board=(e,t)=>({[boardPath]:[[`| login | doing |`,`| login | ${e} |`],[`| search | todo |`,`| search | ${t} |`]]}),examples$3={ITEM_NEED_UNMET:{bad:{"done with an open box":inSample({[loginPath]:[[`status: doing`,`status: done`]],...board(`done`,`todo`)})},good:{"every box is ticked":inSample({[loginPath]:ended,...board(`done`,`todo`)})}},ITEM_DEPENDENCY_UNMET:{bad:{"begun too early":inSample({...begun(`doing`),...board(`doing`,`doing`)})},good:{"the other is done":inSample({[loginPath]:ended,...begun(`doing`),...board(`done`,`doing`)}),"not yet begun":sample}},ITEM_DEPENDENCY_UNKNOWN:{bad:{"a typo":inSample({[searchPath]:[[`depends: [login]`,`depends: [logn]`]]})},good:{"one item in place of a list":inSample({[searchPath]:[[`depends: [login]`,`depends: login`]]})}},ITEM_FIELD_INVALID:{bad:{"another value":inSample({[loginPath]:[[`size: small`,`size: huge`]]})},good:{"capitals are ignored":inSample({[loginPath]:[[`size: small`,`size: Small`]]}),"it may be missing":sample}},ITEM_STALE:{bad:{"a week without a move":{head:sample,staleAfter:48*hour,lastCommit:`2026-01-28T10:00:00Z`}},good:{"as long as the declaration allows":{head:sample,staleAfter:48*hour,lastCommit:`2026-02-01T10:00:00Z`},"a state without `stale-after`":{head:inSample({[loginPath]:ended,...board(`done`,`todo`)}),staleAfter:48*hour,lastCommit:`2026-01-28T10:00:00Z`}}},ITEM_DEPENDENCY_CYCLE:{bad:{"each waits for the other":inSample({[loginPath]:[[`status: doing`,`status: todo`],[`size: small`,`size: small
depends: [search]`]],[boardPath]:[[`| login | doing |`,`| login | todo |`]]})},good:{"one waits for the other":sample}}},second=e=>`---\nid: ${e}\nstatus: todo\n---\n\n# Let people log in again\n`,examples$2={WORKFLOW_EMPTY:{bad:{"another folder":inSample(declaring([`work/**/{id}.md`,`tasks/**/{id}.md`])),"no files":inSample({[loginPath]:null,[searchPath]:null})},good:{"one item is enough":inSample({[searchPath]:null})}},ITEM_UNREADABLE:{bad:{"a link":{head:inSample({"work/signup.md":`login.md`}),links:[`work/signup.md`]}},good:{"a file that is not there":inSample({[loginPath]:null,[searchPath]:[[`depends: [login]
`,``]],[boardPath]:null})}},ITEM_DUPLICATE:{bad:{"in two folders":inSample({"work/old/search.md":second(`search`)})},good:{"another id":inSample({"work/old/search-by-date.md":second(`search-by-date`)})}},ITEM_FRONT_MATTER:{bad:{"a value that begins with `@`":inSample({[loginPath]:[[`size: small`,`owner: @octocat`]]})},good:{"the value in quotes":inSample({[loginPath]:[[`size: small`,`owner: '@octocat'`]]})}},ITEM_ID_MISMATCH:{bad:{"the file was renamed":inSample({[searchPath]:null,"work/find.md":sample[`work/search.md`]??``})},good:{"other capitals":inSample({[searchPath]:[[`id: search`,`id: Search`]]})}}},row=`| search | todo |
`,withoutTruth=inSample(declaring([`    truth: file
`,``])),examples$1={ITEM_STATE_MISSING:{bad:{"a row that must be there":inSample({[boardPath]:[[`| login | doing |
`,``]]}),"no place says it":inSample({[boardPath]:[[row,``]],[searchPath]:[[`status: todo
`,``]]})},good:{"a row that may be missing":inSample({[boardPath]:[[row,``]]})}},ITEM_STATE_UNKNOWN:{bad:{"a typo":inSample({[loginPath]:[[`status: doing`,`status: dong`]]})},good:{"capitals and emphasis":inSample({[boardPath]:[[`| login | doing |`,`| login | **Doing** |`]]}),"a word of the declaration":inSample({[loginPath]:[[`status: doing`,`status: WIP`]]})}},ITEM_STATE_AMBIGUOUS:{bad:{"two rows":inSample({[boardPath]:[[row,`${row}| search | doing |\n`]]})},good:{"two rows that agree":inSample({[boardPath]:[[row,row+row]]})}},ITEM_STATE_DRIFT:{bad:{"the board is behind":inSample({[boardPath]:[[`| login | doing |`,`| login | todo |`]]}),"neither place is the right one":change(withoutTruth,{[boardPath]:[[`| login | doing |`,`| login | todo |`]]})},good:{"two words for one state":inSample({[boardPath]:[[`| login | doing |`,`| login | wip |`]]})}}},examples={...examples$2,...examples$1,...examples$4,...examples$3};export{examples};
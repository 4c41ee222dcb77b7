import"./rolldown-runtime.js";import{Ld as digestOf,lo as contractFiles,uo as contractKeys,y as change,zu as hour}from"./check.js";const handoffPath=`plugins/TinyGain/.continue-here.md`,oldHandoffPath=`plugins/TinyGain/.ideas/.continue-here.md`,registryPath=`PLUGINS.md`,notesPath=`plugins/TinyGain/NOTES.md`,contractPath=e=>`plugins/TinyGain/.ideas/${contractFiles[e]}`,checksumOf=e=>`sha256:${digestOf(new TextEncoder().encode(e)).sha256}`,contracts={creative_brief:`# TinyGain

One knob that makes things louder.
`,parameter_spec:`# Parameters

- GAIN: -60 to 12 dB, default 0
`,architecture:`# Architecture

A smoothed multiplication.
`,plan:`# Plan

**Complexity Score:** 1.2

One pass through every stage.
`},phasedPlan=`# Plan

**Complexity Score:** 4.0

## Phase 3.1: Gain
## Phase 3.2: Smoothing
## Phase 4.1: Knob
`,registry=`# Plugins

| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |

### TinyGain

**Status:** 🚧 Stage 2
**Version:** 0.1.0
**Type:** Audio Effect

**Lifecycle Timeline:**
- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-02 (Stage 2):** Foundation complete - Build system operational

**Last Updated:** 2026-02-02
`,handoff=`---
plugin: TinyGain
stage: 2
phase: null
status: complete
last_updated: 2026-02-02
complexity_score: 1.2
phased_implementation: false
orchestration_mode: true
next_action: invoke_dsp_agent
next_phase: null
contract_checksums:
  creative_brief: ${checksumOf(contracts.creative_brief)}
  parameter_spec: ${checksumOf(contracts.parameter_spec)}
  architecture: ${checksumOf(contracts.architecture)}
  plan: ${checksumOf(contracts.plan)}
---

# Stage 2 Complete - Build System Ready

## Current State: Foundation Complete

## Completed So Far

- **Stage 0:** Research complete - DSP architecture documented
- **Stage 2:** Foundation complete - Build system operational

## Next Steps

1. Invoke dsp-agent for Stage 3

## Build Artifacts

_None yet._

## Testing Checklist

- [ ] Loads in a host

## Context to Preserve

- Keep the knob linear
`,sample={[registryPath]:registry,[handoffPath]:handoff,[contractPath(`creative_brief`)]:contracts.creative_brief,[contractPath(`parameter_spec`)]:contracts.parameter_spec,[contractPath(`architecture`)]:contracts.architecture,[contractPath(`plan`)]:contracts.plan},phasedSample=change(sample,{[contractPath(`plan`)]:phasedPlan,[handoffPath]:[[checksumOf(contracts.plan),checksumOf(phasedPlan)],[`stage: 2
phase: null`,`stage: 3
phase: "3.1"`],[`complexity_score: 1.2
phased_implementation: false`,`complexity_score: 4.0
phased_implementation: true`],[`next_action: invoke_dsp_agent
next_phase: null`,`next_action: continue_dsp_phase_3.2
next_phase: "3.2"`],[`- **Stage 2:** Foundation complete - Build system operational
`,`- **Stage 2:** Foundation complete - Build system operational
- **Stage 3.1:** Gain
`]],[registryPath]:[[`| TinyGain | 🚧 Stage 2 |`,`| TinyGain | 🚧 Stage 3.1 |`],[`**Status:** 🚧 Stage 2`,`**Status:** 🚧 Stage 3.1`],[`Complexity 1.2`,`Complexity 4.0`],[`- Build system operational
`,`- Build system operational
- **2026-02-02 (Stage 3.1):** Phase 3.1 complete - Gain
`]]}),notesSample=change(sample,{[registryPath]:registry.slice(0,registry.indexOf(`
### TinyGain`)),[notesPath]:`# TinyGain

- **Current Status:** 🚧 Stage 2
- **Version:** 0.1.0

## Lifecycle Timeline

- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-02 (Stage 2):** Foundation complete - Build system operational
`}),inHandoff=(e,...t)=>change(e,{[handoffPath]:t}),inRegistry=(e,...t)=>change(e,{[registryPath]:t}),sampleRow=`| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |
`,sampleEntry=registry.slice(registry.indexOf(`
### TinyGain`)),withStatus=(e,t,n)=>change(e,{[registryPath]:[[`| TinyGain | ${t} |`,`| TinyGain | ${n} |`],[`**Status:** ${t}`,`**Status:** ${n}`]]}),withContract=(e,t,n)=>change(e,{[contractPath(t)]:n,[handoffPath]:[[checksumOf(e[contractPath(t)]??``),checksumOf(n)]]}),inProgressSample=withStatus(inHandoff(sample,[`stage: 2`,`stage: 3`],[`status: complete`,`status: in_progress`],[`next_action: invoke_dsp_agent`,`next_action: null`]),`🚧 Stage 2`,`🚧 Stage 3`),workingSample=withStatus(inHandoff(sample,[`stage: 2`,`stage: 5`],[`status: complete`,`status: workflow_complete`],[`next_action: invoke_dsp_agent`,`next_action: install`]),`🚧 Stage 2`,`✅ Working`),legacySample=inHandoff(sample,...contractKeys.map(e=>[`  ${e}: ${checksumOf(contracts[e])}\n`,``]),[`contract_checksums:
`,``]),atStage=(e,t,n)=>withStatus(inHandoff(sample,[`stage: 2`,`stage: ${e}`],[`status: complete`,`status: ${t}`],[`next_action: invoke_dsp_agent`,`next_action: ${n}`]),`🚧 Stage 2`,`🚧 Stage ${e}`),withCompleted=(e,t)=>change(e,{[handoffPath]:[[`
## Next Steps`,`- **Stage ${t}:** Done\n\n## Next Steps`]]}),withTimeline=(e,t)=>change(e,{[registryPath]:[[`
**Last Updated:**`,`- **2026-02-02 (Stage ${t}):** Done\n\n**Last Updated:**`]]}),withTraces=(e,...t)=>t.reduce((e,t)=>withTimeline(withCompleted(e,t),t),e),phasesDone=withStatus(inHandoff(phasedSample,[`phase: "3.1"`,`phase: null`],[`next_action: continue_dsp_phase_3.2
next_phase: "3.2"`,`next_action: invoke_gui_agent
next_phase: "4.1"`]),`🚧 Stage 3.1`,`🚧 Stage 3`);({...sample}),[...contractKeys.map(contractPath)],{...notesSample};const dated$2=e=>inHandoff(sample,[`last_updated: 2026-02-02`,`last_updated: ${e}`]),plan$2=sample[contractPath(`plan`)]??``,unscored=withContract(sample,`plan`,`# Plan

One pass through every stage.
`),middle=inHandoff(withContract(sample,`plan`,plan$2.replace(`1.2`,`2.5`)),[`complexity_score: 1.2`,`complexity_score: 2.5`]),phased$1=inHandoff(middle,[`phased_implementation: false`,`phased_implementation: true`],[`next_phase: null`,`next_phase: "3.1"`]),rescored=inHandoff(atStage(0,`in_progress`,`null`),[`complexity_score: 1.2`,`complexity_score: 2.0`]),brief=`# TinyGain

Two knobs.
`,researching=atStage(0,`in_progress`,`null`),recordedPlan=`  plan: ${checksumOf(sample[contractPath(`plan`)]??``)}\n`,withoutPlan$1=change(inHandoff(sample,[recordedPlan,`  plan: null
`]),{[contractPath(`plan`)]:null}),examples$11={PLUGIN_DATE_BACKWARDS:{bad:{"a day earlier":{base:sample,head:dated$2(`2026-02-01`)}},good:{"the same day":{base:sample,head:inHandoff(sample,[`Keep the knob linear`,`Keep it linear`])},"a later day":{base:sample,head:dated$2(`2026-02-03`)}}},PLUGIN_COMPLEXITY_CHANGED:{bad:{"built in phases from now on":{base:middle,head:phased$1},"another number":{base:unscored,head:inHandoff(unscored,[`complexity_score: 1.2`,`complexity_score: 1.4`])}},good:{"the same number, written otherwise":{base:inHandoff(middle,[`complexity_score: 2.5`,`complexity_score: 2.50`]),head:middle},"another number while stage 0 is in progress":{base:rescored,head:withTraces(inHandoff(atStage(0,`complete`,`invoke_foundation_shell_agent`)),`0`)}}},CONTRACT_CHANGED:{bad:{"a contract was changed, and its checksum with it":{base:sample,head:withContract(sample,`creative_brief`,brief)}},good:{"a contract that is still being written":{base:researching,head:withContract(researching,`creative_brief`,brief)},"the same checksums":{base:sample,head:sample}}},CONTRACT_CHECKSUM_REMOVED:{bad:{"a plan that is gone, and its checksum with it":{base:sample,head:withoutPlan$1}},good:{"another checksum that was never there":{base:withoutPlan$1,head:withoutPlan$1},"the keys in another order":{base:sample,head:inHandoff(sample,[recordedPlan,``],[`contract_checksums:
`,`contract_checksums:\n${recordedPlan}`])}}}},parameters=contractPath(`parameter_spec`),draft=`# Parameters

- GAIN, perhaps MIX
`,plan$1=checksumOf(sample[contractPath(`plan`)]??``),recording=e=>inHandoff(sample,[plan$1,e]),withoutPlan=inHandoff(sample,[`  plan: ${checksumOf(sample[contractPath(`plan`)]??``)}\n`,``]),without$2=(e,t=sample)=>inHandoff(change(t,{[contractPath(e)]:null}),[checksumOf(sample[contractPath(e)]??``),`null`]),examples$10={CONTRACT_MISMATCH:{bad:{"a contract that was edited":change(sample,{[parameters]:[[`default 0`,`default -6`]]}),"the checksum of a draft":change(inHandoff(sample,[checksumOf(sample[parameters]??``),checksumOf(draft)]),{"plugins/TinyGain/.ideas/parameter-spec-draft.md":draft})},good:{"the files that were recorded":sample,"a draft that is not":change(sample,{"plugins/TinyGain/.ideas/parameter-spec-draft.md":draft})}},CONTRACT_MALFORMED:{bad:{"a word in place of the digits":recording(`sha256:pending`),capitals:recording(plan$1.toUpperCase())},good:{"a checksum in quotes":recording(`"${plan$1}"`)}},CONTRACT_FILE_MISSING:{bad:{"a contract that was deleted":change(sample,{[contractPath(`creative_brief`)]:null}),"only a draft is left":change(sample,{[contractPath(`architecture`)]:null,"plugins/TinyGain/.ideas/architecture-draft.md":sample[contractPath(`architecture`)]??``})},good:{"every file that is recorded":sample}},CONTRACT_KEY_MISSING:{bad:{"no key for the plan":withoutPlan,"no key at all":inHandoff(legacySample,[`next_phase: null
`,`next_phase: null
contract_checksums: {}
`])},good:{"all four":sample}},CONTRACT_UNRECORDED:{bad:{"a plan that was not recorded":inHandoff(sample,[plan$1,`null`]),"the word null":inHandoff(sample,[plan$1,`"null"`])},good:{"a plan that is being written in stage 0":withStatus(inHandoff(inProgressSample,[plan$1,`null`],[`stage: 3`,`stage: 0`]),`🚧 Stage 3`,`🚧 Stage 0`)}},CONTRACT_NULL:{bad:{"no architecture":without$2(`architecture`),"no brief":without$2(`creative_brief`)},good:{"no plan":without$2(`plan`),"no architecture yet, in stage 0":withStatus(inHandoff(without$2(`architecture`,inProgressSample),[`stage: 3`,`stage: 0`]),`🚧 Stage 3`,`🚧 Stage 0`)}}},written$1=(e,t)=>inRegistry(sample,[`**Status:** ${e}`,`**Status:** ${t}`]),bare=(e,t)=>change(sample,{[handoffPath]:null,[registryPath]:[[`| 🚧 Stage 2 |`,`| ${e} |`],[`**Status:** 🚧 Stage 2`,`**Status:** ${t}`]]}),lastPhaseSample=withStatus(inHandoff(phasedSample,[`phase: "3.1"`,`phase: "3.2"`],[`next_action: continue_dsp_phase_3.2
next_phase: "3.2"`,`next_action: invoke_gui_agent
next_phase: null`]),`🚧 Stage 3.1`,`🚧 Stage 3.2`),examples$9={REGISTRY_STATUS_DRIFT:{bad:{"the row is behind":inRegistry(sample,[`| 🚧 Stage 2 |`,`| 🚧 Stage 0 |`]),"a status that the change wrote into the row alone":{base:bare(`💡 Ideated`,`💡 Ideated`),head:bare(`🚧 Stage 3`,`💡 Ideated`)}},good:{"a note in one place only, which no status has in its form":{head:bare(`💡 Ideated`,`💡 Ideated (on paper)`),also:[`REGISTRY_STATUS_NOTE`]},"a note behind a dash, which goes on in the next line":{head:written$1(`🚧 Stage 2`,`🚧 Stage 2 — builds on two
machines`),also:[`REGISTRY_STATUS_NOTE`]}}},REGISTRY_DATE_DRIFT:{bad:{"the row is behind":inRegistry(sample,[`| 2026-02-02 |`,`| 2026-02-01 |`]),"the entry is behind":inRegistry(sample,[`**Last Updated:** 2026-02-02`,`**Last Updated:** 2026-02-01`])},good:{"notes, which have no day":notesSample,"a table without a column for the day":inRegistry(sample,[`| Last Updated |`,`| Since |`],[`| 2026-02-02 |`,`| 2026-02-01 |`])}},REGISTRY_VERSION_DRIFT:{bad:{"the row is behind":inRegistry(sample,[`| 0.1.0 |`,`| 0.0.9 |`]),"the row is ahead of the notes":change(notesSample,{[notesPath]:[[`0.1.0`,`0.0.9`]]})},good:{"no version, written in two ways":inRegistry(sample,[`| 0.1.0 |`,`| - |`],[`**Version:** 0.1.0`,`**Version:** N/A`]),"a table without versions":inRegistry(sample,[`| Version |`,`| Size |`],[`| 0.1.0 |`,`| 3 |`])}},REGISTRY_STAGE_DRIFT:{bad:{"the registry is behind":withStatus(sample,`🚧 Stage 2`,`🚧 Stage 0`),"the registry is ahead":withStatus(sample,`🚧 Stage 2`,`🚧 Stage 3`)},good:{"work that has begun, and the registry still says the stage before":withStatus(inProgressSample,`🚧 Stage 3`,`🚧 Stage 2`),"the last phase, and its own status":lastPhaseSample}}},limit=4096,long=`\n${`far too much text `.repeat(300)}\n`,renamed=e=>Object.fromEntries(Object.entries(sample).map(([t,n])=>[t.replace(`TinyGain`,e),t.includes(`/.ideas/`)?n:n.replaceAll(`TinyGain`,e)])),installed$1=withStatus(workingSample,`✅ Working`,`📦 Installed`),examples$8={PLUGIN_FILE_ENCODING:{bad:{"a NUL in the handoff":change(sample,{[handoffPath]:[[`Stage 2 Complete`,`Stage 2\0Complete`]]}),"a NUL in the notes":change(notesSample,{[notesPath]:[[`# TinyGain`,`# Tiny\0Gain`]]})},good:{"letters of any script, and a byte-order mark":change(sample,{[registryPath]:[[`# Plugins`,`﻿# Плагины 🎛`]]})}},PLUGIN_FILE_TOO_LARGE:{bad:{"an endless handoff":{limit,head:change(sample,{[handoffPath]:[[`- Keep the knob linear`,long]]})},"endless notes":{limit,head:change(notesSample,{[notesPath]:[[`# TinyGain`,`# TinyGain\n${long}`]]})}},good:{"an endless contract, which is only hashed":{limit,head:withContract(sample,`creative_brief`,long)}}},PLUGIN_FILE_SYMLINK:{bad:{"a handoff that leads to another one":{head:change(sample,{[handoffPath]:`../Amber/.continue-here.md`}),links:[handoffPath]},"a contract that leads out of the repository":{head:change(sample,{[contractPath(`plan`)]:`/etc/passwd`}),links:[contractPath(`plan`)]}},good:{"a link that is not state":{head:change(sample,{"plugins/TinyGain/README.md":`../../README.md`}),links:[`plugins/TinyGain/README.md`]},"notes, where they are not the second place":{head:change(sample,{[notesPath]:`README.md`}),links:[notesPath]}}},PLUGIN_YAML_INVALID:{bad:{"a quote that is not closed":inHandoff(sample,[`plugin: TinyGain`,`plugin: "TinyGain`]),"no closing line":inHandoff(sample,[`---

# Stage 2`,`
# Stage 2`])},good:{"comments, quotes and keys of its own":inHandoff(sample,[`phase: null`,`phase: null # none
'mockup': { version: 2 }`]),"Windows line endings":change(sample,{[handoffPath]:(sample[`plugins/TinyGain/.continue-here.md`]??``).replaceAll(`
`,`\r
`)})}},PLUGIN_LEGACY_FORMAT:{bad:{"no checksums":legacySample,"checksums that are null":inHandoff(legacySample,[`
---

#`,`
contract_checksums: null
---

#`])},good:{"checksums in a handoff next to the plugin":sample}},PLUGIN_NAME_INVALID:{bad:{"a blank in the name":renamed(`Tiny Gain`),"a digit at its beginning":renamed(`2Gain`)},good:{"a digit, a dash and an underscore":renamed(`Tiny-Gain_2`),"a name that means something to programs":renamed(`constructor`)}},PLUGIN_SECTION_MISSING:{bad:{"no section for build artifacts":inHandoff(sample,[`## Build Artifacts

_None yet._

`,``]),"a heading of another level":inHandoff(sample,[`## Next Steps`,`### Next Steps`])},good:{"other capitals, and more after a colon, a parenthesis or a dash":inHandoff(sample,[`## Completed So Far`,`## COMPLETED SO FAR (stage 2)`],[`## Next Steps`,`## Next steps: stage 3 ##`],[`## Build Artifacts`,`## Build Artifacts - none`],[`## Context to Preserve`,`## Context to Preserve – decisions`]),"a heading that is underlined":inHandoff(sample,[`## Next Steps`,`Next Steps
----------`])}},PLUGIN_DUPLICATE_HANDOFF:{bad:{"one at each place":change(sample,{[oldHandoffPath]:sample[`plugins/TinyGain/.continue-here.md`]??``}),"one that contradicts, which is not read":change(sample,{[oldHandoffPath]:`---
plugin: Amber
stage: 9
---
`})},good:{"one that was put away":change(sample,{"plugins/TinyGain/.ideas/.continue-here.archived.md":sample[`plugins/TinyGain/.continue-here.md`]??``})}},PLUGIN_STALE_HANDOFF:{bad:{"a handoff that was left behind":installed$1,"a handoff in which hardly anything is right, which is not a finding of its own":inHandoff(installed$1,[`stage: 5`,`stage: ideation`],[`status: workflow_complete`,`status: done`],[`last_updated: 2026-02-02`,`last_updated: 2026-02-02 15:30:00`],[`next_action: install`,`next_action: nothing`],[`## Build Artifacts`,`## Artifacts`])},good:{"working, and not installed yet":workingSample,"installed, and the handoff gone":change(installed$1,{[handoffPath]:null})}},PLUGIN_HANDOFF_MISSING:{bad:{"no handoff":change(sample,{[handoffPath]:null}),"notes that say so":change(notesSample,{[handoffPath]:null})},good:{"nothing begun yet":withStatus(change(sample,{[handoffPath]:null}),`🚧 Stage 2`,`💡 Ideated`),"everything done":withStatus(change(sample,{[handoffPath]:null}),`🚧 Stage 2`,`✅ Working`)}}},phased=e=>inHandoff(phasedSample,[`phase: "3.1"`,`phase: ${e}`]),silent=withContract(phasedSample,`plan`,`# Plan

Complexity: 4.0
`),begun=withStatus(inHandoff(phasedSample,[`phase: "3.1"
status: complete`,`phase: null
status: in_progress`],[`next_action: continue_dsp_phase_3.2
next_phase: "3.2"`,`next_action: null
next_phase: null`]),`🚧 Stage 3.1`,`🚧 Stage 3`),at$1=e=>withStatus(inHandoff(phasedSample,[`phase: "3.1"`,`phase: "${e}"`],[`next_action: continue_dsp_phase_3.2
next_phase: "3.2"`,`next_action: invoke_gui_agent
next_phase: null`]),`🚧 Stage 3.1`,`🚧 Stage ${e}`),nextAction=e=>inHandoff(sample,[`next_action: invoke_dsp_agent`,`next_action: ${e}`]),beforeValidation=e=>withStatus(inHandoff(sample,[`stage: 2`,`stage: 4`],[`invoke_dsp_agent`,e]),`🚧 Stage 2`,`🚧 Stage 4`),lastPhase=e=>withStatus(inHandoff(phasedSample,[`phase: "3.1"`,`phase: "3.2"`],[`continue_dsp_phase_3.2
next_phase: "3.2"`,`invoke_gui_agent\nnext_phase: ${e}`]),`🚧 Stage 3.1`,`🚧 Stage 3.2`),nextPhase=e=>inHandoff(phasedSample,[`next_phase: "3.2"`,`next_phase: ${e}`]),examples$7={PLUGIN_PHASE_INVALID:{bad:{"a number without a stage":phased(`1`),"a phase zero":phased(`3.0`)},good:{"a phase without quotes":phased(`3.1`),"another way to write null":inHandoff(sample,[`phase: null`,`phase: ~`])}},PLUGIN_PHASE_STAGE:{bad:{"a phase of stage 4 at stage 3":inHandoff(phasedSample,[`phase: "3.1"`,`phase: "4.1"`]),"a phase of the foundation":inHandoff(silent,[`stage: 3
phase: "3.1"`,`stage: 2
phase: "2.1"`])},good:{"a phase of its stage":phasedSample}},PLUGIN_PHASE_MISSING:{bad:{"the plan names phases":begun,"the plan is silent, so the stage begins at 3.1":withContract(begun,`plan`,`# Plan

Complexity: 4.0
`)},good:{"a plugin without phases":inProgressSample,"the plan names phases of another stage only":withContract(begun,`plan`,`# Plan

Complexity: 4.0

## Phase 4.1: Knob
`)}},PLUGIN_PHASE_NOT_IN_PLAN:{bad:{"a phase after the last one":at$1(`3.3`),"headings name other phases than the list of estimates":withContract(at$1(`3.3`),`plan`,`# Plan

Complexity: 4.0

## Phase 3.1: Gain
## Phase 3.2: Smoothing

- Phase 3.3: two days
`)},good:{"a phase of the plan":at$1(`3.2`),"a plan that names no phase":withContract(at$1(`3.3`),`plan`,`# Plan

Complexity: 4.0
`)}},PLUGIN_NEXT_ACTION_UNKNOWN:{bad:{"a name of its own":nextAction(`invoke_validation_agent`),"a phase of a stage that has none":nextAction(`continue_dsp_phase_4.1`)},good:{null:nextAction(`null`),"a name in quotes":nextAction(`"invoke_dsp_agent"`)}},PLUGIN_NEXT_ACTION_MISMATCH:{bad:{"a stage left out":inHandoff(sample,[`invoke_dsp_agent`,`invoke_gui_agent`]),"the phase that is complete":inHandoff(phasedSample,[`continue_dsp_phase_3.2`,`continue_dsp_phase_3.1`])},good:{null:inHandoff(sample,[`invoke_dsp_agent`,`null`]),"the other name of the validation":beforeValidation(`invoke_validation`)}},PLUGIN_NEXT_PHASE_INVALID:{bad:{"a number without a stage":nextPhase(`2`),"no phase while work is in progress":inHandoff(inProgressSample,[`next_phase: null`,`next_phase: soon`])},good:{"the next one, without quotes":nextPhase(`3.2`),"null after the last phase":lastPhase(`null`)}}},scored=e=>inHandoff(sample,[`complexity_score: 1.2`,`complexity_score: ${e}`]),plan=e=>`# Plan\n\nComplexity: ${e}\n`,phasedAt=(e,t)=>withContract(inHandoff(sample,[`complexity_score: 1.2
phased_implementation: false`,`complexity_score: ${e}\nphased_implementation: ${t}`]),`plan`,plan(e)),planned=e=>withContract(phasedSample,`plan`,`# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n${e}`),planWith=e=>withContract(sample,`plan`,`# Plan\n\n${e}\n`),examples$6={PLUGIN_COMPLEXITY_INVALID:{bad:{"a word":scored(`high`),"a number in quotes":scored(`"1.2"`)},good:{"an integer":withContract(scored(`2`),`plan`,`# Plan

Complexity: 2.0
`)}},PLUGIN_PHASED_INVALID:{bad:{yes:inHandoff(phasedSample,[`phased_implementation: true`,`phased_implementation: yes`]),"false in quotes":inHandoff(sample,[`phased_implementation: false`,`phased_implementation: "false"`])},good:{"TRUE, as YAML has it too":inHandoff(phasedSample,[`phased_implementation: true`,`phased_implementation: TRUE`])}},PLUGIN_PHASED_CONTRADICTION:{bad:{"complex, and not in phases":phasedAt(3,!1),"simple, and in phases":phasedAt(2,!0)},good:{"in between, and not in phases":phasedAt(2.9,!1),"in between, and in phases":phasedAt(2.1,!0)}},PLUGIN_PLAN_PHASES:{bad:{"a number left out":planned(`## Phase 3.2: Smoothing
## Phase 3.4: Meter
`),"phases that do not begin at 1":planned(`## Phase 3.2: Smoothing
## Phase 4.2: Knob
`)},good:{"more than nine phases, in any order":planned([10,2,3,4,5,6,7,8,9].map(e=>`## Phase 3.${e}\n`).join(``)),"a plugin that is not built in phases":withContract(sample,`plan`,`# Plan

Complexity: 1.2

## Phase 3.2: Smoothing
## Phase 5.1: Presets
`)}},PLUGIN_PLAN_COMPLEXITY:{bad:{"another score":inHandoff(sample,[`complexity_score: 1.2`,`complexity_score: 1.3`]),"a plan with its score in bold":planWith(`- **Complexity:** 1.5 of 5`)},good:{"the same score, written otherwise":inHandoff(planWith(`Complexity Score: 2`),[`complexity_score: 1.2`,`complexity_score: 2.0`]),"a plan without a score":planWith(`Its complexity is low (1).`)}}},unplanned=withStatus(inHandoff(inProgressSample,[`stage: 3`,`stage: 0`],[`complexity_score: 1.2
phased_implementation: false`,`complexity_score: null
phased_implementation: null`]),`🚧 Stage 3`,`🚧 Stage 0`),staged=e=>inHandoff(sample,[`stage: 2`,`stage: ${e}`]),examples$5={PLUGIN_NAME_MISMATCH:{bad:{"the name of another plugin":inHandoff(sample,[`plugin: TinyGain`,`plugin: Amber`]),"other capitals":inHandoff(sample,[`plugin: TinyGain`,`plugin: tinygain`])},good:{"the name of the directory, in quotes":inHandoff(sample,[`plugin: TinyGain`,`plugin: "TinyGain"`])}},PLUGIN_FIELD_MISSING:{bad:{"no key `phase`":inHandoff(sample,[`phase: null
`,``]),"no day":inHandoff(sample,[`last_updated: 2026-02-02
`,``])},good:{"no complexity while stage 0 is in progress":unplanned,"no next action, which is optional":inHandoff(sample,[`next_action: invoke_dsp_agent
next_phase: null
`,``])}},PLUGIN_STAGE_INVALID:{bad:{"a word":staged(`foundation`),"a number in quotes":staged(`"2"`)},good:{"a number with a comment after it":staged(`2 # of five`),"a stage that is merely tolerated":withStatus(inHandoff(staged(`1`),[`invoke_dsp_agent`,`invoke_foundation_shell_agent`]),`🚧 Stage 2`,`🚧 Stage 1`)}},PLUGIN_STATUS_INVALID:{bad:{"a word of its own":inHandoff(sample,[`status: complete`,`status: paused`]),"other capitals":inHandoff(sample,[`status: complete`,`status: Complete`])},good:{"a status in quotes":inHandoff(sample,[`status: complete`,`status: 'complete'`])}},PLUGIN_STATUS_CONTRADICTION:{bad:{"all done at stage 2":inHandoff(sample,[`status: complete`,`status: workflow_complete`]),"all done in a phase of the last stage":{head:inHandoff(phasedSample,[`stage: 3
phase: "3.1"
status: complete`,`stage: 4
phase: "4.1"
status: workflow_complete`]),configuration:{stages:[{stage:0,title:`Research`},{stage:3,title:`Sound`,phases:`continue_dsp_phase`},{stage:4,title:`Looks`,phases:`continue_gui_phase`}]}}},good:{"all done at stage 5":workingSample,"all done at stage 6, as older files say":inHandoff(workingSample,[`stage: 5`,`stage: 6`])}}},day=24*hour,dated$1=e=>inHandoff(sample,[`last_updated: 2026-02-02`,`last_updated: ${e}`]),onDay=e=>inHandoff(sample,[`last_updated: 2026-02-02`,`last_updated: ${e}`]),mode=e=>inHandoff(sample,[`orchestration_mode: true`,`orchestration_mode: ${e}`]),returned=(e,...t)=>inHandoff(e,[`contract_checksums:`,`handback:${t.map(e=>`\n  ${e}`).join(``)}\ncontract_checksums:`]),description=`description: "The linker finds no symbol"`,at=`at: 2026-02-03T10:00:00Z`,examples$4={PLUGIN_DATE_INVALID:{bad:{"a time":dated$1(`2026-02-02T13:00:00Z`),"a time after a blank":dated$1(`2026-02-02 15:30:00`)},good:{"a day in quotes":dated$1(`"2026-02-02"`)}},PLUGIN_DATE_FUTURE:{bad:{"two days ahead":{head:onDay(`2026-02-06`),at:`2026-02-04T10:00:00Z`},"a typo in the year":onDay(`2062-02-02`)},good:{tomorrow:{head:onDay(`2026-02-05`),at:`2026-02-04T10:00:00Z`},"tomorrow, at the end of a year":{head:onDay(`2026-01-01`),at:`2025-12-31T23:00:00Z`}}},PLUGIN_ORCHESTRATION_MODE:{bad:{false:mode(`false`),"a text":mode(`"true"`)},good:{true:mode(`True`)}},PLUGIN_HANDBACK_INVALID:{bad:{"a text in place of keys":inHandoff(inProgressSample,[`contract_checksums:`,`handback: build failed
contract_checksums:`]),"a reason that there is not":returned(inProgressSample,`reason: success`,description,at)},good:{"an error with a code":returned(inProgressSample,`reason: error`,`code: BUILD_FAILED`,description,at),"a question":returned(inProgressSample,`reason: question`,`description: Which sample rate?`,at)}},PLUGIN_WORK_STALE:{bad:{"a day and more after the day that the handoff names":{head:inProgressSample,at:`2026-02-04T10:00:00Z`,staleAfter:day}},good:{"not longer than that":{head:inProgressSample,at:`2026-02-04T00:00:00Z`,staleAfter:day},"no audit":{head:inProgressSample,at:`2026-12-24T00:00:00Z`}}}},table=(sample[`PLUGINS.md`]??``).slice((sample[`PLUGINS.md`]??``).indexOf(`| Plugin Name | Status | Version | Last Updated |`),(sample[`PLUGINS.md`]??``).indexOf(`
### `)),otherBrief={"plugins/Amber/.ideas/creative-brief.md":`# Amber
`},withoutStatus=change(notesSample,{[notesPath]:[[`- **Current Status:** 🚧 Stage 2
`,``]]}),both=inRegistry(sample,[sampleRow,sampleRow+`| Amber | 💡 Ideated | - | 2026-01-30 |
`],[sampleEntry,sampleEntry+`
### Amber

**Status:** 💡 Ideated
**Last Updated:** 2026-01-30
`]),names=Array.from({length:20},(e,t)=>`Gain${t}`),shortTable=[`| Plugin Name | Status |`,`|---|---|`,...names.map(e=>`| ${e} | 💡 Ideated |`),``],crowded={configuration:{"second-place":`none`},head:{[registryPath]:shortTable.join(`
`),...Object.fromEntries(names.map(e=>[`plugins/${e}/README.md`,``]))}},without$1={driver:void 0,configured:!1},merging=e=>({[registryPath]:{driver:`baton`,configured:!0,trial:e}}),examples$3={REGISTRY_MISSING:{bad:{"a plugin in development, and nothing that lists it":change(sample,{[registryPath]:null})},good:{"a registry at another place that is configured":{head:{...change(sample,{[registryPath]:null}),"docs/PLUGINS.md":sample[`PLUGINS.md`]??``},configuration:{registry:`docs/PLUGINS.md`}}}},REGISTRY_TABLE_MISSING:{bad:{"no table":inRegistry(sample,[table,``]),"no line of dashes below the header":inRegistry(sample,[`|-------------|--------|---------|--------------|
`,``])},good:{"short names of the columns, in other capitals":inRegistry(sample,[`| Plugin Name | Status |`,`| plugin | STATUS |`]),"another order, and a column more":inRegistry(sample,[table,`| Type | Status | Plugin |
|---|---|---|
| Effect | 🚧 Stage 2 | TinyGain |
`])}},REGISTRY_ENTRY_REMOVED:{bad:{"the entry":{base:sample,head:inRegistry(sample,[sampleEntry,``])},"the notes":{base:notesSample,head:change(notesSample,{[notesPath]:null})}},good:{"a repository that does without":{base:inRegistry(sample,[sampleEntry,``]),head:inRegistry(sample,[sampleEntry,``])}}},REGISTRY_ROW_MISSING:{bad:{"an entry without a row":inRegistry(sample,[sampleRow,``]),"a handoff without a row":inRegistry(sample,[sampleRow,``],[sampleEntry,``])},good:{"a name in bold, in code, as a link":inRegistry(sample,[`| TinyGain |`,"| [**`TinyGain`**](plugins/TinyGain) |"]),"a directory that holds no plugin":{...sample,"plugins/shared/README.md":`# Shared code
`}}},REGISTRY_ENTRY_MISSING:{bad:{"a row without an entry, where another plugin has one":{...inRegistry(sample,[sampleRow,sampleRow+`| Amber | 💡 Ideated | - | 2026-01-30 |
`],[sampleEntry,`
### Amber

**Status:** 💡 Ideated
**Last Updated:** 2026-01-30
`]),...otherBrief},"a row without an entry, where entries are configured":{head:inRegistry(sample,[sampleEntry,``]),configuration:{"second-place":`entries`}}},good:{"no second place anywhere":inRegistry(sample,[sampleEntry,``]),"notes that carry no status anywhere":withoutStatus}},REGISTRY_DUPLICATE:{bad:{"two rows":inRegistry(sample,[sampleRow,sampleRow+sampleRow]),"two rows in two tables":inRegistry(sample,[sampleEntry,`\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n${sampleEntry}`])},good:{"another field twice":inRegistry(sample,[`**Type:** Audio Effect
`,`**Type:** Audio Effect
**Type:** Utility
`]),"a template in a code block":inRegistry(sample,[sampleEntry,`${sampleEntry}\n\`\`\`\n${sampleRow}${sampleEntry}\`\`\`\n`])}},REGISTRY_DIRECTORY_MISSING:{bad:{"a plugin that is only listed":both,"a directory that is a link":{head:{...both,"plugins/Amber":`../elsewhere/Amber`},links:[`plugins/Amber`]}},good:{"a directory that holds only notes":{...both,"plugins/Amber/NOTES.md":`# Amber
`},"a directory that holds no state yet":{...both,"plugins/Amber/README.md":`# Amber
`}}},REGISTRY_MERGE_DRIVER:{bad:{"no attribute":{...crowded,merging:{[registryPath]:without$1}},"a driver that this clone does not know":{...crowded,merging:{[registryPath]:{driver:`baton`,configured:!1}}}},good:{"a driver that starts":{...crowded,merging:{[registryPath]:{driver:`baton`,configured:!0,trial:{outcome:`runs`}}}},"few plugins":{head:sample,merging:{[registryPath]:without$1}}}},REGISTRY_DRIVER_BROKEN:{bad:{"a program that is not there":{head:sample,merging:merging({outcome:`fails`,why:`there is no baton on the PATH`})}},good:{"a driver that starts":{head:sample,merging:merging({outcome:`runs`})},"no driver":{head:sample,merging:{[registryPath]:{driver:void 0,configured:!1}}}}}},sampleHeader=`| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
`,says=e=>withStatus(sample,`🚧 Stage 2`,e),dated=e=>inRegistry(sample,[`| 2026-02-02 |`,`| ${e} |`],[`**Last Updated:** 2026-02-02`,`**Last Updated:** ${e}`]),more=`**Last Updated:** 2026-02-02`,written=e=>inRegistry(sample,[`- **2026-01-30:** Creative brief created`,e]),examples$2={REGISTRY_ROW_MALFORMED:{bad:{"more cells than columns":inRegistry(sample,[`| 0.1.0 | 2026-02-02 |`,`| 0.1.0 | 2026-02-02 | soon |`]),"a row that ends before the status":inRegistry(sample,[sampleHeader+sampleRow,`| Last Updated | Plugin | Status |
|---|---|---|
| 2026-02-02 | TinyGain
`])},good:{"no pipes at the ends":inRegistry(sample,[sampleRow,`TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02
`]),"a pipe inside a cell":inRegistry(sample,[sampleHeader+sampleRow,`| Plugin | Status | Type |
|---|---|---|
| TinyGain | 🚧 Stage 2 | Gain \\| Utility |
`])}},REGISTRY_FIELD_MISSING:{bad:{"an entry without a status":inRegistry(sample,[`**Status:** 🚧 Stage 2
`,``]),"an entry with nothing after its label":inRegistry(sample,[`**Status:** 🚧 Stage 2
`,`**Status:**
`])},good:{"a table without a column for the day":inRegistry(sample,[` Version | Last Updated |`,` Version |`],[`|--------------|`,`|`],[` 0.1.0 | 2026-02-02 |`,` 0.1.0 |`]),"fields in another order, with blank lines between":inRegistry(sample,[`**Status:** 🚧 Stage 2
`,``],[`**Last Updated:**`,`**Status**: 🚧 Stage 2

**Last Updated:**`])}},REGISTRY_STATUS_UNKNOWN:{bad:{"a word of one’s own":says(`🐛 Has Issues`),"no emoji":says(`Stage 2`)},good:{"parameters that are a draft":withStatus(change(sample,{[handoffPath]:null}),`🚧 Stage 2`,`💡 Ideated (Draft Params)`),"bold, and with more white space":says(`🚧  **Stage 2**`)}},REGISTRY_STATUS_NOTE:{bad:{"a note":withStatus(sample,`🚧 Stage 2`,`🚧 Stage 2 (waiting for a build machine)`),"a note of an idea":withStatus(change(sample,{[handoffPath]:null}),`🚧 Stage 2`,`💡 **Ideated** (UI mockup complete)`)},good:{"the one note that is part of a status":withStatus(change(sample,{[handoffPath]:null}),`🚧 Stage 2`,`💡 Ideated (Draft Params)`)}},REGISTRY_DATE_INVALID:{bad:{"a day that does not exist":dated(`2026-02-30`),"a time after it":dated(`2026-02-02 10:00`)},good:{"a leap day":dated(`2024-02-29`),"another date of the entry in words":inRegistry(sample,[`**Type:**`,`**Created:** last week
**Type:**`])}},REGISTRY_TIMELINE_ORDER:{bad:{"a line that goes back":inRegistry(sample,[`**2026-02-02 (Stage 2):**`,`**2026-01-31 (Stage 2):**`]),"notes that go back":change(notesSample,{[notesPath]:[[`**2026-02-02 (Stage 2):**`,`**2026-01-29 (Stage 2):**`]]})},good:{"two lines of one day":inRegistry(sample,[`**2026-02-02 (Stage 2):**`,`**2026-02-01 (Stage 2):**`]),"a second timeline that begins again":inRegistry(sample,[more,`**Lifecycle Timeline:**\n- **2026-01-20:** First idea\n\n${more}`])}},REGISTRY_TIMELINE_FORMAT:{bad:{"no day":written(`- Creative brief created`),"no bold":written(`- 2026-01-30: Creative brief created`)},good:{"a phase":written(`- **2026-01-30 (Stage 3.1):** Tried out`),"stage and phase":written(`- **2026-01-30 (Stage 4 Phase 4.1):** Tried out`)}}},complete=withTraces(atStage(3,`complete`,`invoke_gui_agent`),`3`),installed=change(withStatus(workingSample,`✅ Working`,`📦 Installed`),{[handoffPath]:null}),fourth=withTraces(atStage(4,`complete`,`begin_stage_5`),`4`),installedWithHandoff=withStatus(workingSample,`✅ Working`,`📦 Installed`),files=[handoffPath,...[`creative_brief`,`parameter_spec`,`architecture`,`plan`].map(contractPath)],gone=Object.fromEntries(files.map(e=>[e,null])),without=change(inRegistry(sample,[sampleRow,``],[sampleEntry,``]),gone),unrecorded=withTimeline(atStage(3,`complete`,`invoke_gui_agent`),`3`),recorded=withTraces(atStage(3,`complete`,`invoke_gui_agent`),`3`),lines=`- **Stage 0:** Research complete - DSP architecture documented
- **Stage 2:** Foundation complete - Build system operational
`,completedAlone=withCompleted(atStage(3,`complete`,`invoke_gui_agent`),`3`),engineDoneInFirstPhase=withTraces(phasesDone,`3.2`),examples$1={PLUGIN_TRANSITION_ILLEGAL:{bad:{"back to an earlier stage":{base:complete,head:atStage(2,`in_progress`,`null`)},"a completed stage in progress again":{base:complete,head:inProgressSample}},good:{"the next stage begins":{base:sample,head:inProgressSample},"what was in progress is complete":{base:inProgressSample,head:complete}}},PLUGIN_STAGE_SKIPPED:{bad:{"a stage is left out":{base:sample,head:fourth},"work in progress is left behind":{base:inProgressSample,head:withStatus(atStage(4,`in_progress`,`null`),`🚧 Stage 4`,`🚧 Stage 3`)}},good:{"a stage that is in the timeline":{base:sample,head:withTimeline(fourth,`3`)},"a stage that is in `Completed So Far`":{base:sample,head:withCompleted(fourth,`3`)}}},PLUGIN_HANDOFF_DELETED:{bad:{"a plugin that works and is not installed":{base:workingSample,head:change(workingSample,{[handoffPath]:null})}},good:{installed:{base:workingSample,head:change(installedWithHandoff,{[handoffPath]:null})},"an unreadable handoff":{base:inHandoff(workingSample,[`status: workflow_complete`,`status: done`]),head:change(workingSample,{[handoffPath]:null})}}},PLUGIN_REMOVED:{bad:{"with its row and its entry":{base:sample,head:without}},good:{"one that is installed":{base:installed,head:without}}},PLUGIN_COMPLETED_MISSING:{bad:{"the same lines as before":{base:inProgressSample,head:unrecorded},"only blank lines more":{base:inProgressSample,head:inHandoff(unrecorded,[lines,`\n${lines}\n`])}},good:{"a line more":{base:inProgressSample,head:recorded},"another text in place of the old one":{base:inProgressSample,head:inHandoff(unrecorded,[lines,`Everything up to the audio engine.
`])}}},REGISTRY_TIMELINE_MISSING:{bad:{"no line":{base:inProgressSample,head:completedAlone},"a line for another stage":{base:inProgressSample,head:withTimeline(completedAlone,`2`)}},good:{"a line for the stage":{base:inProgressSample,head:recorded},"a line for the last phase, which closes the stage":{base:phasedSample,head:engineDoneInFirstPhase}}}},examples={...examples$11,...examples$10,...examples$9,...examples$8,...examples$7,...examples$6,...examples$5,...examples$4,...examples$3,...examples$2,...examples$1};export{examples};
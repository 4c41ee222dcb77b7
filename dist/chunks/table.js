const cell=e=>e.replaceAll(`|`,`\\|`).replaceAll(`
`,` `).trim(),line=e=>`| ${e.map(cell).join(` | `)} |`,table=(e,t)=>[line(e),`|${e.map(()=>`---|`).join(``)}`,...t.map(line)].join(`
`);export{table as t};
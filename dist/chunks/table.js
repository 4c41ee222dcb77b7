const cell=text=>text.replaceAll(`|`,`\\|`).replaceAll(`
`,` `).trim(),line=cells=>`| ${cells.map(cell).join(` | `)} |`,table=(head,rows)=>[line(head),`|${head.map(()=>`---|`).join(``)}`,...rows.map(line)].join(`
`);export{table as t};
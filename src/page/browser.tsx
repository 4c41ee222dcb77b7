import { hydrate } from 'preact'
import { App } from './app.tsx'
import { unpack, type PackedData } from './data.ts'
import type { PageData } from './model.ts'

const [root, data] = [document.getElementById('page'), document.getElementById('model')]
if (root && data) {
  const model = unpack(JSON.parse(data.textContent ?? '') as PackedData) as PageData
  hydrate(<App first={model} isServed={root.dataset['served'] === 'yes'} />, root)
}

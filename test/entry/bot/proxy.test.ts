import { describe, expect, it } from 'vitest'
import { unusedProxy } from '../../../src/entry/bot/first-line.ts'

const proxy = { HTTPS_PROXY: 'http://user:password@proxy.example.com:3128' }

describe('a proxy in the environment', () => {
  it.each<
    [
      variables: Readonly<Record<string, string>>,
      version: string,
      options: readonly string[],
      expected: string | undefined,
    ]
  >([
    [{}, '20.19.0', [], undefined],
    [{ HTTPS_PROXY: '' }, '20.19.0', [], undefined],
    [proxy, '20.19.0', [], 'Use Node 24.'],
    [{ ...proxy, NODE_USE_ENV_PROXY: '1' }, '20.19.0', [], 'Use Node 24.'],
    [proxy, '22.20.0', [], 'Use Node 24.'],
    [proxy, '23.11.0', [], 'Use Node 24.'],
    [proxy, '24.4.0', [], 'Use Node 24.'],
    [proxy, '22.21.0', [], 'set NODE_USE_ENV_PROXY to 1'],
    [proxy, '24.21.0', [], 'set NODE_USE_ENV_PROXY to 1'],
    [{ https_proxy: 'http://proxy' }, '26.0.0', [], 'https_proxy is set and not used'],
    [{ ...proxy, NODE_USE_ENV_PROXY: '1' }, '24.5.0', [], undefined],
    [{ ...proxy, NODE_OPTIONS: '--use-env-proxy' }, '24.5.0', [], undefined],
    [proxy, '24.5.0', ['--use-env-proxy'], undefined],
  ])('%j with Node %s and %j: %s', (variables, version, options, expected) => {
    const found = unusedProxy(variables, version, options)
    if (expected === undefined) expect(found).toBe(undefined)
    else expect(found).toContain(expected)
    expect(found ?? '').not.toContain('password')
  })
})

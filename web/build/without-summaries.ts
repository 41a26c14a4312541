import type { Plugin } from 'vite'

/** What an endpoint tells readers of the API document, who are no browsers. */
const summaryText = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`)/g

/** Leaves the summaries of endpoints out of what browsers load. */
export const withoutSummaries = (): Plugin => ({
  name: 'ulna-without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/[\w./-]+\.ts$/, code: /\bsummary:/ },
    handler: (code) => ({ code: code.replace(summaryText, "summary: ''"), map: null }),
  },
})

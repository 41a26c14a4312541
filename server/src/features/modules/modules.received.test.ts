import { recordClass } from '@ulna/contract/record-class/record-class'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { loadModules } from './modules.files.ts'
import { readReceivedForm } from './modules.received.service.ts'

const shipped = loadModules(paths.modules).flatMap(({ classes }) => classes)

describe('a form that comes from elsewhere', () => {
  it.each(shipped.map((form) => [form.classId, form] as const))(
    'is taken as it is where this product ships it: %s',
    (_, form) => {
      const travelled: unknown = JSON.parse(JSON.stringify(form))
      expect(readReceivedForm(travelled)).toEqual(recordClass.parse(travelled))
    },
  )
})

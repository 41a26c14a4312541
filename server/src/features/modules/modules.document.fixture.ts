import type { ModuleDocumentInput } from '@ulna/contract/modules/module-document'

type Class = ModuleDocumentInput['classes'][number]

/** A form with a field of its own id, of type number unless another is given. */
export const classInput = (given: Partial<Class> = {}): Class => ({
  classId: 'squat',
  name: 'squat',
  type: 'test',
  subType: 'squat',
  sections: [
    {
      id: 'main',
      label: 'main',
      displayOrder: 10,
      fields: [{ id: 'count', label: 'count', type: 'number', displayOrder: 10 }],
    },
  ],
  ...given,
})

const texts = {
  strength: 'Fuerza',
  about: 'Fuerza de piernas',
  squat: 'Sentadillas',
  main: 'Prueba',
  count: 'Veces',
}

/** A module as somebody wrote it: one form with one field. */
export const documentInput = (given: Partial<ModuleDocumentInput> = {}): ModuleDocumentInput => ({
  format: 'ulna-module/1',
  module: {
    id: 'strength',
    name: 'strength',
    description: 'about',
    category: 'tests',
    public: false,
    version: 1,
    licence: 'CC-BY-4.0',
    classes: ['squat'],
  },
  classes: [classInput()],
  locales: { es: texts, en: texts, it: texts },
  ...given,
})

/** A module with one form of one question; its texts are of the practice. */
export const ownModuleDocument = (id: string, text: string) => {
  const texts = { name: `Escala ${text}`, answer: `Respuesta ${text}` }
  const field = { id: 'answer', label: 'answer', type: 'number', displayOrder: 10 }
  return {
    format: 'ulna-module/1',
    module: {
      id,
      name: 'name',
      description: 'name',
      category: 'scales',
      public: false,
      version: 1,
      licence: 'CC-BY-4.0',
      classes: [id],
    },
    classes: [
      {
        classId: id,
        name: 'name',
        type: 'test',
        subType: null,
        sections: [{ id: 'main', label: 'name', displayOrder: 10, fields: [field] }],
      },
    ],
    locales: { es: texts, en: texts, it: texts },
  }
}

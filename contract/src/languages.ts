/** The languages of the product. They stand alone: a page that asks for one need not load what a form template is. */
export const languages = ['es', 'en', 'it'] as const

import type { ModuleFault } from '@ulna/contract/modules/module-document'

/** Everything that can be wrong with a module; the texts are `locales/<language>/moduleFaults.json`. */
export const moduleFaultKeys = [
  'missing',
  'needsText',
  'needsNumber',
  'needsInteger',
  'needsBoolean',
  'needsList',
  'needsObject',
  'empty',
  'tooLong',
  'tooFew',
  'tooMany',
  'tooSmall',
  'tooLarge',
  'unknownKey',
  'unknownValue',
  'wrongId',
  'wrongText',
  'wrongFormat',
  'wrongExpression',
  'expressionTooLarge',
  'tooDeep',
  'tooComplex',
  'invalid',
  'tooManyFields',
  'tooManyModules',
  'idTooLong',
  'classNotListed',
  'classMissing',
  'classTwice',
  'classElsewhere',
  'onlyTests',
  'consentOnlyTests',
  'consentWithoutText',
  'consentNeedsConsent',
  'consentUnknown',
  'noConsent',
  'standardCategory',
  'missingText',
  'noSections',
  'sectionTwice',
  'fieldTwice',
  'needsOptions',
  'optionTwice',
  'takesNoOptions',
  'optionsOfNoSelect',
  'needsSubfields',
  'takesNoSubfields',
  'normOutsideRange',
  'normOutsideBounds',
  'minNotBelowMax',
  'scaleWithoutLength',
  'ruleNeedsBound',
  'ruleNeedsOneBound',
  'comparedWithNumber',
  'comparedWithNothing',
  'notComparable',
  'takesNoRules',
  'ruleOfOtherType',
  'ruleTwice',
  'minAboveMax',
  'onAndOff',
  'positiveAndNegative',
  'takesNoInitialValue',
  'initialValueRefused',
  'cannotBeRequired',
  'cannotBeReserved',
  'scoreTwice',
  'scoreWithoutField',
  'scoreOfNoField',
  'scoreOfNoNumber',
  'needsPart',
  'takesNoPart',
  'needsValues',
  'unknownValues',
  'takesNoValues',
  'tooFewParts',
  'dividesByZero',
  'bandsEnd',
  'bandsAscend',
] as const
export type ModuleFaultKey = (typeof moduleFaultKeys)[number]

export interface Fault extends ModuleFault {
  readonly message: ModuleFaultKey
}

/** What somebody wrote, fit to be sent back. */
export const shown = (text: string): string => text.slice(0, 100).toWellFormed().replaceAll('\u0000', '')

/** A fault of the thing at hand; whoever looks from further away says where that is. */
export const fault = (message: ModuleFaultKey, params: Fault['params'] = {}): Fault => ({
  at: '',
  message,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? shown(value) : value]),
  ),
})

/** The same faults, seen from further away. */
export const within = (place: string, faults: readonly Fault[]): Fault[] =>
  faults.map((one) => ({ ...one, at: [place, one.at].filter((part) => part !== '').join('.') }))

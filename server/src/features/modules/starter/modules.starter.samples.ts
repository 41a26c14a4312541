/** What a clinician would write with a class, and the scores it has then, in Spanish. */
export interface StarterSample {
  readonly classId: string
  readonly data: Readonly<Record<string, unknown>>
  /** Score id → value and, where the score has bands, the band. */
  readonly scores?: Readonly<Record<string, string>>
  /** The first fields of the summary. */
  readonly summary: readonly string[]
}

export const pair = (right: number | null, left: number | null) => ({ left, right })

const measures: readonly StarterSample[] = [
  {
    classId: 'goniometry_shoulder',
    data: {
      flexion: pair(120, 175),
      abduction: pair(95, 180),
      externalRotation: pair(40, 90),
      handBehindBackRight: 'sacrum',
      handBehindBackLeft: 't7',
      painful: 'Abducción a partir de 80°, 6 de 10',
      motionType: 'active',
      instrument: 'goniometer',
    },
    summary: ['flexion', 'abduction', 'externalRotation', 'handBehindBackRight'],
  },
  {
    classId: 'goniometry_knee',
    data: { flexion: pair(135, 105), extension: pair(0, -12), motionType: 'active' },
    summary: ['flexion', 'extension', 'motionType'],
  },
  {
    classId: 'muscle_strength_lower',
    data: {
      hipAbductionRight: '4-',
      hipAbductionLeft: '5',
      kneeExtensionRight: '3+',
      kneeExtensionLeft: '5',
      heelRaises: pair(8, 25),
      limitedBy: ['pain'],
    },
    summary: ['hipAbductionRight', 'hipAbductionLeft', 'kneeExtensionRight', 'kneeExtensionLeft'],
  },
  {
    classId: 'muscle_strength_sum',
    data: Object.fromEntries(
      [
        'shoulderAbduction',
        'elbowFlexion',
        'wristExtension',
        'hipFlexion',
        'kneeExtension',
        'ankleDorsiflexion',
      ].flatMap((id) => [
        [`${id}Right`, '4'],
        [`${id}Left`, '3'],
      ]),
    ),
    scores: { total: '42 puntos · Debilidad significativa', right: '24 puntos', left: '18 puntos' },
    summary: ['shoulderAbductionRight', 'shoulderAbductionLeft', 'elbowFlexionRight'],
  },
  {
    classId: 'muscle_strength_dynamometry',
    data: { grip: pair(32, 24), kneeExtension: pair(40, 38), kneeFlexion: pair(20, 22.8) },
    scores: {
      gripSymmetry: '75 % · Diferencia marcada entre lados',
      kneeExtensionSymmetry: '95 % · Lados parejos',
      hamstringRatioRight: '50 %',
      hamstringRatioLeft: '60 %',
    },
    summary: ['grip', 'kneeExtension', 'kneeFlexion'],
  },
  {
    classId: 'girth_lower',
    data: { thigh10: pair(48.5, 45), midPatella: pair(38, 40.2), calf: pair(36, 35), purpose: ['trophism'] },
    scores: { thigh10Difference: '3,5 cm', midPatellaDifference: '-2,2 cm', calfDifference: '1 cm' },
    summary: ['thigh10', 'midPatella', 'calf', 'purpose'],
  },
]

const tests: readonly StarterSample[] = [
  {
    classId: 'balance_single_leg',
    data: { eyesOpen: pair(4.2, 12), eyesClosed: pair(1.5, 2.8), surface: 'floor', footwear: 'barefoot' },
    scores: {
      worstEyesOpen: '4,2 s · Menos de 5 s: riesgo de caída con lesión en mayores',
      difference: '-7,8 s',
    },
    summary: ['eyesOpen', 'eyesClosed', 'surface'],
  },
  {
    classId: 'timed_up_and_go',
    data: { first: 15.2, second: 14, dualTask: 18.25, aid: 'stick' },
    scores: { time: '14,6 s · Riesgo de caída en mayores', dualTaskCost: '25 %' },
    summary: ['first', 'second', 'dualTask', 'aid'],
  },
  {
    classId: 'walk_10m',
    data: { distance: 10, comfortable1: 13, comfortable2: 12, fast1: 8, steps: 20 },
    scores: {
      comfortableSpeed: '0,8 m/s · Camina fuera sin límites',
      fastSpeed: '1,25 m/s',
      stepLength: '50 cm',
    },
    summary: ['comfortable1', 'comfortable2', 'fast1', 'steps', 'distance'],
  },
  {
    classId: 'sit_to_stand_5',
    data: { time: 15, thirtySeconds: 9, usedArms: false },
    scores: { result: '15 s · Riesgo de caídas repetidas', pace: '20' },
    summary: ['time', 'thirtySeconds', 'usedArms'],
  },
  {
    classId: 'functional_reach',
    data: { forward1: 24, forward2: 26, forward3: 25 },
    scores: { forward: '25 cm · Riesgo moderado de caída' },
    summary: ['forward1', 'forward2', 'forward3'],
  },
  {
    classId: 'walk_6min',
    data: { distance: 414, saturationBefore: 95, saturationLowest: 89, breathBefore: 1, breathAfter: 5 },
    scores: {
      speed: '1,15 m/s',
      desaturation: '6 puntos · Desaturación de 4 puntos o más',
      breathChange: '4',
    },
    summary: ['distance', 'saturationLowest', 'breathAfter', 'saturationBefore'],
  },
]

const scales: readonly StarterSample[] = [
  {
    classId: 'pain_numeric',
    data: {
      painNow: 4,
      painWorst: 8,
      painLeast: 1,
      where: 'Cara lateral del hombro derecho',
      quality: ['aching'],
    },
    scores: { mean: '4,3 de 10 · Dolor moderado', swing: '7' },
    summary: ['painNow', 'painWorst', 'painLeast', 'where'],
  },
  {
    classId: 'patient_specific_function',
    data: {
      firstActivity: 'Peinarse',
      firstScore: 3,
      secondActivity: 'Colgar la ropa',
      secondScore: 2,
      thirdActivity: 'Dormir de lado',
      thirdScore: 5,
    },
    scores: { mean: '3,3 de 10 · Mucha limitación' },
    summary: ['firstActivity', 'firstScore', 'secondActivity'],
  },
  {
    classId: 'global_change',
    data: { since: 'start', change: 'plus5', matters: 'yes' },
    scores: { change: '5 · Mejoría importante' },
    summary: ['change', 'since', 'matters'],
  },
]

export const measureSamples: readonly StarterSample[] = [...measures, ...tests, ...scales]

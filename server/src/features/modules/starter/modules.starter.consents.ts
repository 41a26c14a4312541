import type { StarterSample } from './modules.starter.samples.ts'

export const consentSamples: readonly StarterSample[] = [
  {
    classId: 'consent_treatment',
    data: {
      plannedTreatment: 'Ejercicio y terapia manual del hombro derecho, unas ocho sesiones',
      questions: 'Pregunta si puede nadar: sí, desde la tercera semana',
    },
    summary: ['plannedTreatment', 'questions'],
  },
  {
    classId: 'consent_dry_needling',
    data: { needlingArea: 'Trapecio superior derecho', personalRisks: 'Toma apixabán' },
    summary: ['needlingArea', 'personalRisks'],
  },
  {
    classId: 'consent_manipulation',
    data: { manipulationRegion: ['thoracic', 'lumbar'] },
    summary: ['manipulationRegion'],
  },
  {
    classId: 'consent_pelvic_floor',
    data: { examinationRoute: ['vaginal'], companion: 'Su pareja' },
    summary: ['examinationRoute', 'companion'],
  },
  {
    classId: 'consent_images',
    data: { imageUses: ['record', 'teaching'], imageParts: 'Espalda y marcha' },
    summary: ['imageUses', 'imageParts'],
  },
  {
    classId: 'dry_needling_session',
    data: {
      needlingPrecautions: ['none'],
      painBefore: 6,
      muscles: 'Trapecio superior derecho, dos puntos',
      needles: 2,
      needleSize: '0,30 × 40 mm',
      mode: 'fast',
      twitch: 'yes',
      needlesCounted: true,
      painAfter: 3,
      needlingAdverse: ['none'],
      after: 'Dolor muscular uno o dos días; si le falta el aire, a urgencias',
    },
    summary: ['muscles', 'needles', 'needleSize', 'mode'],
  },
  {
    classId: 'manipulation_session',
    data: {
      screening: ['redFlags', 'vascular', 'position'],
      segment: 'D5-D6',
      thrust: 'Supino, extensión',
      cavitation: 'yes',
    },
    summary: ['segment', 'thrust', 'screening', 'cavitation'],
  },
  {
    classId: 'pelvic_internal_exam',
    data: {
      consentRepeated: true,
      route: 'vaginal',
      tone: 'high',
      contraction: 'weak',
      hold: 4,
      examPain: 2,
    },
    summary: ['route', 'tone', 'contraction', 'hold'],
  },
  {
    classId: 'session_techniques',
    data: {
      techniques: ['soft_tissue', 'needling'],
      techniquesWhere: 'Trapecio superior derecho, dos puntos',
      after: 'Dolor muscular uno o dos días',
    },
    summary: ['techniques', 'techniquesWhere', 'after'],
  },
]

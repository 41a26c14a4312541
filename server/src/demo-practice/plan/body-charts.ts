import type {
  BodyChart,
  BodyMark,
  BodyView,
  PainQuality,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import type { Side } from './texts.ts'

/** A region that hurts; on the side of the complaint unless it lies in the middle. */
interface Sore {
  readonly view: BodyView
  readonly region: string
  readonly middle?: true
  readonly qualities: readonly PainQuality[]
  /** How much less than where it is worst, on the scale 0 to 10; at 0 it is no longer marked. */
  readonly less: number
}

const sore = (view: BodyView, region: string, qualities: readonly PainQuality[], less = 0): Sore => ({
  view,
  region,
  qualities,
  less,
})
const inTheMiddle = (...given: Parameters<typeof sore>): Sore => ({ ...sore(...given), middle: true })

/** Sore places by the key of a condition. */
const soreIn: Readonly<Record<string, readonly Sore[]>> = {
  'rotator-cuff': [sore('front', 'shoulder', ['sharp']), sore('front', 'upperArm', ['ache'], 2)],
  'frozen-shoulder': [sore('front', 'shoulder', ['stiffness', 'ache']), sore('back', 'scapula', ['ache'], 3)],
  'low-back-pain': [inTheMiddle('back', 'lumbar', ['ache']), sore('back', 'buttock', ['tightness'], 3)],
  sciatica: [
    sore('back', 'lumbar', ['ache'], 1),
    sore('back', 'thigh', ['shooting']),
    sore('back', 'calf', ['tingling'], 2),
  ],
  'neck-pain': [inTheMiddle('back', 'neck', ['ache']), sore('back', 'trapezius', ['tightness'], 1)],
  'acl-reconstruction': [
    sore('front', 'knee', ['ache', 'stiffness']),
    sore('back', 'knee', ['tightness'], 3),
  ],
  'knee-osteoarthritis': [
    sore('front', 'knee', ['ache', 'stiffness']),
    sore('front', 'thigh', ['tightness'], 4),
  ],
  'patellar-tendinopathy': [sore('front', 'knee', ['sharp'])],
  'hip-replacement': [sore('front', 'hip', ['ache']), sore('front', 'groin', ['stiffness'], 2)],
  'ankle-sprain': [sore('front', 'ankle', ['sharp']), sore('feet', 'instep', ['throbbing'], 2)],
  'plantar-fasciitis': [sore('soles', 'heel', ['stabbing']), sore('soles', 'arch', ['burning'], 2)],
  'lateral-elbow-pain': [sore('front', 'elbow', ['burning']), sore('front', 'forearm', ['ache'], 2)],
  'carpal-tunnel': [
    sore('palms', 'thumb', ['tingling']),
    sore('palms', 'index', ['numbness']),
    sore('palms', 'wrist', ['ache'], 2),
  ],
  'wrist-fracture': [sore('front', 'wrist', ['stiffness', 'ache']), sore('front', 'hand', ['stiffness'], 3)],
}

const markOf = ({ view, region, middle, qualities }: Sore, side: Side, intensity: number): BodyMark => ({
  view,
  region,
  side: middle ? 'midline' : side,
  intensity,
  qualities,
  depth: 'deep',
})

/** Where it hurts as much as somebody says on the scale; undefined where nothing hurts any more. */
export const bodyChartOf = (condition: string, side: Side, pain: number): BodyChart | undefined => {
  const sores = soreIn[condition] ?? []
  const marks = sores.filter(({ less }) => pain - less > 0).map((one) => markOf(one, side, pain - one.less))
  return marks.length === 0 ? undefined : { marks }
}

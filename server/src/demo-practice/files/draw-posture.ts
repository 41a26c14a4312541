/** How somebody stands, seen from behind: degrees that head, shoulders and hips lean to the right. */
export interface Posture {
  readonly head: number
  readonly shoulders: number
  readonly hips: number
}

const width = 1200
const height = 1600
const middle = width / 2

/** The wall that postures are looked at against: squares of a span, and a plumb line. */
const wall = (): string => {
  const lines = Array.from({ length: 17 }, (_, index) => index * 100).map(
    (at) =>
      `<path d="M${at} 0V${height}M0 ${at}H${width}" stroke="#c9c3b6" stroke-width="${at % 200 === 0 ? 3 : 1.5}"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="#ece7dc"/>${lines.join('')}
    <rect y="1460" width="${width}" height="140" fill="#b7ab97"/>
    <path d="M${middle} 0V1460" stroke="#b4513a" stroke-width="4"/>`
}

const leaning = (degrees: number, y: number, drawn: string): string =>
  `<g transform="rotate(${degrees} ${middle} ${y})">${drawn}</g>`

const skin = 'fill="#c99a78" stroke="#8f6648" stroke-width="4"'

const legs = `<path ${skin} d="M515 890 C500 1080 515 1180 520 1270 L512 1440 L585 1440 L590 1270 C600 1150 605 1020 600 900Z"/>
  <path ${skin} d="M685 890 C700 1080 685 1180 680 1270 L688 1440 L615 1440 L610 1270 C600 1150 595 1020 600 900Z"/>
  <path d="M500 800 H700 L712 990 H612 L600 930 L588 990 H488Z" fill="#2f4a5e"/>`

const trunk = `<path ${skin} d="M470 430 C440 470 452 560 486 640 C500 700 496 760 492 830 H708 C704 760 700 700 714 640 C748 560 760 470 730 430 C690 405 640 400 600 400 C560 400 510 405 470 430Z"/>
  <path d="M600 420 V820" stroke="#a97b5b" stroke-width="5" fill="none"/>
  <path d="M520 500 C540 560 545 590 540 620 M680 500 C660 560 655 590 660 620" stroke="#a97b5b" stroke-width="5" fill="none"/>
  <path ${skin} d="M472 432 C430 450 420 560 408 660 C398 760 392 830 396 900 C400 925 428 925 432 900 C440 820 452 740 464 660 C474 590 480 520 488 470Z"/>
  <path ${skin} d="M728 432 C770 450 780 560 792 660 C802 760 808 830 804 900 C800 925 772 925 768 900 C760 820 748 740 736 660 C726 590 720 520 712 470Z"/>`

const head = `<path ${skin} d="M560 330 H640 V415 H560Z"/>
  <ellipse cx="600" cy="250" rx="78" ry="100" ${skin}/>
  <path d="M518 262 C510 150 560 130 600 130 C640 130 690 150 682 262 C682 320 640 330 600 330 C560 330 518 320 518 262Z" fill="#3a2c22"/>`

/** A drawn figure before a wall of squares, as SVG: nobody's photo. */
export const drawPosture = ({ head: nods, shoulders, hips }: Posture): string => {
  const above = leaning(shoulders, 820, `${trunk}${leaning(nods, 400, head)}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    ${wall()}${leaning(hips, 1440, `${legs}${above}`)}</svg>`
}

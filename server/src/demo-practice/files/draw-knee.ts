export const kneeWidth = 700
export const kneeHeight = 900

const bone = 'fill="#c8c8c8" stroke="#f2f2f2" stroke-width="9"'

/** A knee from the side as an x-ray might show it, in greys, as SVG. */
export const drawKnee = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${kneeWidth}" height="${kneeHeight}" viewBox="0 0 ${kneeWidth} ${kneeHeight}">
    <defs><filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><filter id="edge"><feGaussianBlur stdDeviation="2.2"/></filter></defs>
    <rect width="${kneeWidth}" height="${kneeHeight}" fill="#0a0a0a"/>
    <path filter="url(#soft)" fill="#4a4a4a" d="M190 0 C170 240 120 330 118 440 C120 560 190 640 215 900 H520 C520 700 560 600 556 480 C550 340 530 200 540 0Z"/>
    <g filter="url(#edge)">
      <path ${bone} d="M300 -20 C300 180 290 270 262 340 C236 410 262 470 330 476 C400 482 470 470 486 410 C500 350 452 300 440 220 C432 140 436 60 438 -20Z"/>
      <path ${bone} d="M250 512 C300 498 400 496 468 508 C480 540 446 570 432 620 C420 720 424 820 426 920 H306 C306 820 312 720 296 640 C284 590 244 560 250 512Z"/>
      <path ${bone} d="M470 560 C500 566 508 596 496 640 C490 740 488 830 490 920 H452 C450 820 452 720 446 650 C444 610 446 570 470 560Z" opacity="0.75"/>
      <path ${bone} d="M176 318 C150 350 148 410 172 446 C200 450 222 420 222 380 C222 346 204 320 176 318Z"/>
      <path d="M186 450 C200 520 240 560 268 590" stroke="#7a7a7a" stroke-width="16" fill="none"/>
    </g>
    <text x="40" y="80" fill="#ffffff" font-family="sans-serif" font-size="54">I</text>
  </svg>`

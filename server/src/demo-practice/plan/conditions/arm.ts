import type { Condition } from '../condition.ts'

export const lateralElbowPain: Condition = {
  key: 'lateral-elbow-pain',
  name: 'Epicondilalgia {ladoa}',
  share: 7,
  ages: [28, 60],
  sessions: [8, 14],
  everyDays: [4, 8],
  pain: [7, 1],
  onsetDays: [30, 180],
  discomfort: [
    'Dolor en la cara externa del codo {lado} al levantar una olla, exprimir un trapo o dar la mano.',
    'Dolor en el codo {lado} al usar el ratón y al cargar bolsas, con pérdida de fuerza de agarre.',
  ],
  mechanism: [
    'Varias semanas de uso intenso del destornillador en una remodelación.',
    'Aumento de las horas de tenis con raqueta nueva.',
    'Sin trauma; jornadas largas de digitación y ratón.',
  ],
  painDescription: [
    'Quemante en epicóndilo, baja por el antebrazo. Aumenta con agarre y extensión de muñeca. Sin hormigueo.',
    'Punzante al levantar con el codo extendido, sordo en reposo después del trabajo.',
  ],
  evolution: [
    'Aumentó poco a poco. Una infiltración le alivió dos meses y volvió.',
    'Estable, limita el trabajo y el deporte.',
  ],
  inspection: [
    'Sin edema ni deformidad. Movilidad completa, dolor en extensión final con muñeca flexionada.',
    'Hombro {lado} adelantado. Agarre con compensación de muñeca en flexión.',
  ],
  palpation: [
    'Dolor en epicóndilo lateral. Cozen y Maudsley positivos. Agarre sin dolor 14 kg frente a 34 kg del lado sano.',
    'Dolor en origen de extensores y arcada de Frohse levemente sensible. Mill positivo. Radial sin déficit.',
  ],
  plan: [
    'Aumentar el agarre sin dolor, carga progresiva de extensores, mejorar hombro y agarre en el trabajo. Retorno al tenis con mitad de tiempo.',
    'Movilización con movimiento, isométricos y carga lenta, ajuste de herramienta y puesto de trabajo.',
  ],
  orders: [
    'No repetir infiltración. Carga progresiva y banda de codo en el trabajo.',
    'Fisioterapia, pausas cada hora y ratón vertical.',
  ],
  medication: ['Diclofenaco en gel', 'Sin medicación', 'Naproxeno 250 mg, tres días'],
  referredBy: ['Dr. Julián Páez, medicina laboral', 'Dra. Natalia Prieto, medicina del deporte'],
  measure: { text: 'Agarre sin dolor {m} kg', from: 13, to: 34 },
  early: {
    patient: [
      'No pudo abrir un frasco. Duele al levantar la olla.',
      'El ratón le molesta después de {20..30} minutos.',
      'Durmió bien; por la mañana el codo está tieso.',
    ],
    findings: [
      'Cozen positivo {5..6}/10. Movilización con movimiento baja el dolor al agarrar.',
      'Maudsley positivo. Extensores de muñeca 4−/5 por dolor.',
      'Dolor en epicóndilo. Hombro con rotadores externos 4/5.',
    ],
    treatment: [
      'Deslizamiento lateral de codo con agarre 3 × 10. Isométricos de extensores 5 × {30..45} s.',
      'Masaje de extensores {8..10} min, isométrico con {0,5|1} kg. Banda de codo.',
      'Movilización cervical baja y neurodinamia radial 2 × 8. Isométricos 5 × 40 s.',
    ],
    exercises: [
      'Isométrico de extensores 5 × {30..45} s, dos veces al día.',
      'Agarre suave de toalla 3 × {10..12}. Levantar con la palma hacia arriba.',
      'Estiramiento de extensores 3 × 30 s y pausas cada hora.',
    ],
  },
  middle: {
    patient: [
      'Abre frascos con poca molestia. Levanta la olla mediana.',
      'Trabajó la jornada con ratón vertical y llegó con dolor 2/10.',
      'Jugó {20..30} minutos de peloteo suave.',
    ],
    findings: [
      'Cozen {2..3}/10. Extensores 4+/5.',
      'Maudsley levemente positivo. Rotadores externos 4+/5.',
      'Tolera carga lenta de {1>3} kg sin aumento a las 24 h.',
    ],
    treatment: [
      'Extensión de muñeca lenta con {1>3} kg 3 × {10..12}. Pronosupinación con martillo 3 × 10.',
      'Fuerza de hombro con banda 3 × 12, extensores excéntricos 3 × {10..15}.',
      'Barra flexible 3 × 12, agarre de pinza y puño {6..8} min.',
    ],
    exercises: [
      'Extensión de muñeca lenta con {1>3} kg 3 × 12, días alternos.',
      'Barra flexible o toalla torcida 3 × {8..12}. Hombro con banda 3 × 12.',
      'Martillo en pronosupinación 3 × 10, lento.',
    ],
  },
  late: {
    patient: [
      'Levanta y carga sin pensar en el codo.',
      'Jugó {40..60} minutos, molestia 1/10 al día siguiente.',
      'Terminó la semana de trabajo sin dolor.',
    ],
    findings: [
      'Cozen y Maudsley negativos. Agarre simétrico o mejor.',
      'Carga repetida con {3>5} kg sin dolor.',
      'Gesto de revés con buena posición de muñeca.',
    ],
    treatment: [
      'Fuerza de agarre y extensores con {3>5} kg 3 × 10. Gesto deportivo {8..10} min.',
      'Carga funcional: levantar, girar, empujar, {12..15} min. Plan de recaída.',
      'Remo y press con mancuerna {5>9} kg 3 × 10. Progresión del servicio.',
    ],
    exercises: [
      'Fuerza de antebrazo y hombro {2..3} veces por semana.',
      'Extensores con {3>5} kg 3 × 10, antes del partido cinco minutos de activación.',
      'Pausas activas y rutina de diez minutos, tres veces por semana.',
    ],
  },
}

export const carpalTunnel: Condition = {
  key: 'carpal-tunnel',
  name: 'Síndrome del túnel carpiano {lado}',
  share: 5,
  ages: [30, 66],
  sessions: [8, 12],
  everyDays: [5, 9],
  pain: [6, 1],
  onsetDays: [60, 300],
  discomfort: [
    'Hormigueo y dolor en los tres primeros dedos de la mano {ladoa}, despierta de noche y se le caen objetos.',
    'Adormecimiento de la mano {ladoa} al conducir, hablar por teléfono y digitar.',
  ],
  mechanism: [
    'Inicio gradual. Trabaja en digitación y costura.',
    'Comenzó en el último trimestre del embarazo y persistió.',
    'Sin trauma, aumento de trabajo manual en los últimos meses.',
  ],
  painDescription: [
    'Hormigueo y ardor en territorio mediano, alivia al sacudir la mano. Peor de noche y con la muñeca doblada.',
    'Dolor en muñeca que sube al antebrazo, con adormecimiento de pulgar, índice y medio.',
  ],
  evolution: [
    'De síntomas nocturnos a diurnos en tres meses.',
    'Intermitente, más frecuente desde que aumentó el trabajo.',
  ],
  inspection: [
    'Eminencia tenar sin atrofia. Movilidad de muñeca completa. Pinza lenta.',
    'Leve aplanamiento tenar. Muñeca en extensión mantenida al digitar.',
  ],
  palpation: [
    'Phalen positivo a los 20 s, Tinel positivo, Durkan positivo. Abductor corto del pulgar 4+/5. Sensibilidad al roce disminuida en índice.',
    'Durkan positivo a los 15 s. Spurling negativo. Pronador redondo sensible. Pinza 4/5.',
  ],
  plan: [
    'Férula nocturna seis semanas, deslizamientos de tendones y nervio mediano, cambios en el puesto de trabajo. Si no hay mejoría en seis semanas o hay debilidad, volver a cirugía de mano.',
    'Disminuir síntomas nocturnos, recuperar fuerza de pinza y tolerancia a la digitación.',
  ],
  orders: [
    'Electromiografía: compromiso leve a moderado sensitivo del mediano. Férula nocturna y fisioterapia.',
    'Manejo conservador ocho semanas y control.',
  ],
  medication: [
    'Sin medicación',
    'Vitamina B formulada por medicina general',
    'Acetaminofén 500 mg ocasional',
  ],
  referredBy: ['Dra. Paola Serrano, cirugía de mano', 'Dr. Julián Páez, medicina laboral'],
  measure: { text: 'Fuerza de pinza {m} % del lado sano', from: 62, to: 96 },
  study: {
    subtype: 'exam',
    name: 'Electromiografía de miembros superiores',
    note: 'Latencia sensitiva del nervio mediano {lado} prolongada a través del carpo; componente motor en el límite superior. Cubital normal. Conclusión: atrapamiento leve a moderado del mediano en el carpo.',
  },
  early: {
    patient: [
      'Se despertó {3..4} noches por hormigueo; sacudió la mano.',
      'Se le cayó un vaso. Digitar más de {15..20} minutos la adormece.',
      'Usó la férula todas las noches, le incomoda un poco.',
    ],
    findings: [
      'Phalen positivo a los {20..28} s. Durkan positivo.',
      'Abductor corto del pulgar 4+/5. Roce disminuido en índice.',
      'Neurodinamia del mediano con síntomas a {50..60}° de codo.',
    ],
    treatment: [
      'Movilización del carpo y flexores {8..10} min. Deslizamientos de tendones 2 × 10.',
      'Deslizamiento del mediano 2 × {8..10} sin tensión. Ajuste de férula. Estiramiento del ligamento transverso.',
      'Liberación de pronador y flexores {8..10} min. Educación sobre posición de muñeca.',
    ],
    exercises: [
      'Deslizamientos de tendones 2 × {8..10}, tres veces al día. Férula toda la noche.',
      'Deslizamiento del mediano 2 × {5..8}. Pausas de un minuto cada media hora.',
      'Teclado bajo y muñeca recta. Autoestiramiento de flexores 3 × 30 s.',
    ],
  },
  middle: {
    patient: [
      'Una o dos noches con hormigueo en la semana.',
      'Digita {40..50} minutos antes de sentir la mano.',
      'Ya abotona sin mirar. Adormecimiento al conducir lejos.',
    ],
    findings: [
      'Phalen positivo después de {40..50} s. Durkan leve.',
      'Neurodinamia con síntomas en los últimos 20°. Pinza 4+/5.',
      'Roce simétrico. Movilidad del carpo mejor.',
    ],
    treatment: [
      'Deslizamiento del mediano con tensión suave 3 × 8. Fuerza de pinza con masilla {6..8} min.',
      'Movilización del carpo grado III {6..8} min. Fuerza de pronadores y agarre 3 × {10..12}.',
      'Postura de hombro y cuello, remo con banda 3 × 12. Tendones 2 × 10.',
    ],
    exercises: [
      'Masilla {5..6} min y deslizamientos 2 × 10, a diario. Férula solo de noche.',
      'Remo con banda 3 × 12 y estiramiento de pectoral 3 × 30 s.',
      'Mediano 3 × {6..8}, dos veces al día. Pausas cada 40 minutos.',
    ],
  },
  late: {
    patient: [
      'Duerme toda la noche sin férula desde hace {5..9} días.',
      'Cosió {1..2} horas sin adormecerse.',
      'Sin hormigueo en la semana.',
    ],
    findings: [
      'Phalen y Durkan negativos. Pinza 5/5.',
      'Neurodinamia completa. Sensibilidad normal.',
      'Tolera agarre repetido {3..4} min sin síntomas.',
    ],
    treatment: [
      'Fuerza de mano y antebrazo {10..12} min. Retiro progresivo de la férula.',
      'Carga de trabajo simulada {12..15} min. Repaso de ergonomía.',
      'Masilla dura y pesos de {1>2} kg 3 × 12. Señales para consultar de nuevo.',
    ],
    exercises: [
      'Deslizamientos una vez al día por {6..8} semanas. Pausas activas.',
      'Fuerza de mano {2..3} veces por semana. Férula solo si vuelven los síntomas.',
      'Rutina de ocho minutos antes de la jornada.',
    ],
  },
}

export const wristFracture: Condition = {
  key: 'wrist-fracture',
  name: 'Fractura de radio distal {lado}, posinmovilización',
  share: 5,
  ages: [45, 78],
  sessions: [12, 18],
  everyDays: [3, 6],
  pain: [6, 1],
  onsetDays: [45, 75],
  discomfort: [
    'Muñeca {ladoa} rígida y dolorosa tras seis semanas de yeso. No cierra el puño ni gira la llave.',
    'Rigidez e inflamación de mano y muñeca {ladoa} tras retirar el yeso hace una semana; no puede cortar los alimentos.',
  ],
  mechanism: [
    'Caída de su altura con la mano extendida. Fractura no desplazada, yeso seis semanas.',
    'Caída en bicicleta. Fractura reducida y fijada con placa volar.',
  ],
  painDescription: [
    'Tirante y sordo al mover, punzante al apoyar la palma. Aumenta con frío.',
    'Dolor en borde cubital al girar la palma, cansancio de la mano al usarla.',
  ],
  evolution: [
    'Consolidación confirmada en radiografía. Mejora lenta.',
    'Inflamación en descenso. Sin cambios de color ni sudoración que sugieran dolor regional complejo.',
  ],
  inspection: [
    'Edema de dorso de mano, piel seca. Puño a 3 cm del pliegue palmar. Evita usar la mano.',
    'Hipotrofia de antebrazo. Cicatriz volar limpia. Codo y hombro con movilidad disminuida por desuso.',
  ],
  palpation: [
    'Dolor en radio distal 4/10 y fibrocartílago. Adherencia leve de extensores. Agarre 6 kg frente a 24 kg.',
    'Sensibilidad en borde cubital. Temperatura normal. Agarre 5 kg. Mediano sin síntomas.',
  ],
  plan: [
    'Puño completo en tres semanas, extensión de muñeca 60°, supinación 80°, agarre 75 % del lado sano. Evaluar riesgo de caídas y densidad ósea.',
    'Controlar edema, recuperar movilidad de dedos y muñeca, fuerza progresiva y uso de la mano en casa.',
  ],
  orders: [
    'Consolidada. Movilidad sin restricción, carga desde la semana ocho.',
    'Densitometría solicitada. Fisioterapia tres veces por semana.',
  ],
  medication: [
    'Acetaminofén 500 mg antes de la sesión',
    'Calcio y vitamina D',
    'Calcio y vitamina D, sin analgésicos',
  ],
  referredBy: ['Dra. Paola Serrano, cirugía de mano', 'Urgencias, Clínica de la 63'],
  measure: { text: 'Extensión de muñeca {m}°', from: 22, to: 64 },
  study: {
    subtype: 'xray',
    name: 'Radiografía de muñeca {ladoa}',
    note: 'Fractura metafisaria de radio distal consolidada, inclinación volar conservada. Varianza cubital neutra. Disminución difusa de la densidad ósea.',
  },
  early: {
    patient: [
      'La mano se inflama por la tarde. No cierra el puño.',
      'Le cuesta girar la llave y cortar el pan.',
      'Baños tibios tres veces al día, los dedos están más sueltos.',
    ],
    findings: [
      'Puño a {2..3} cm del pliegue. Edema +{1..2} cm. Supinación {35..45}°.',
      'Dolor al final de la extensión. Agarre {5..7} kg.',
      'Piel y temperatura normales. Tendones extensores deslizan mejor.',
    ],
    treatment: [
      'Masaje retrógrado {5..6} min, movilización radiocarpiana grado II {6..8} min. Deslizamientos de tendones 2 × 10.',
      'Parafina 15 min, movilidad activa asistida en todas las direcciones 3 × {8..10}.',
      'Movilización radiocubital distal {5..6} min. Pronosupinación con lápiz 3 × 10.',
    ],
    exercises: [
      'Agua tibia y puño completo {10..15} repeticiones, cinco veces al día.',
      'Pronosupinación con cuchara 3 × {8..10}. Mano elevada al descansar.',
      'Deslizamientos de tendones 2 × 10 y movilidad de hombro y codo.',
    ],
  },
  middle: {
    patient: [
      'Cierra el puño. Gira la llave con algo de dolor.',
      'Cortó los alimentos sin ayuda.',
      'Cargó la cartera, molestia {2..3}/10 después.',
    ],
    findings: [
      'Puño completo. Supinación {60..70}°. Agarre {10..13} kg.',
      'Extensión con tope firme y poco dolor. Sin edema.',
      'Apoyo parcial en mesa sin dolor.',
    ],
    treatment: [
      'Movilización grado III para extensión y supinación, {10..12} min. Masilla {6..8} min.',
      'Flexoextensión con {0,5|1} kg 3 × {10..12}. Apoyo progresivo en pared.',
      'Movilización con movimiento 3 × 10. Agarre, pinza y torsión {8..10} min.',
    ],
    exercises: [
      'Muñeca con {0,5|1} kg 3 × 10, días alternos. Apoyo en pared 3 × {8..10}.',
      'Estiramiento en oración 5 × 20 s. Masilla {5..6} min.',
      'Usar la mano para cocinar y vestirse, sin esperar a que no duela.',
    ],
  },
  late: {
    patient: [
      'Hace casi todo en casa. Le falta fuerza para exprimir.',
      'Se apoyó para levantarse del piso sin dolor.',
      'Volvió a tejer {30..50} minutos.',
    ],
    findings: [
      'Supinación {78..84}°. Agarre {16>20} kg.',
      'Apoyo completo sin dolor. Fuerza 4+/5.',
      'Equilibrio a una pierna {10..18} s; se trabaja prevención de caídas.',
    ],
    treatment: [
      'Fuerza con {1>3} kg 3 × 12, apoyo en mesa y plancha inclinada 3 × {15..20} s.',
      'Tareas de casa simuladas {12..15} min. Equilibrio y caída segura.',
      'Movilización final de rango {6..8} min. Carga de {2>4} kg en transporte.',
    ],
    exercises: [
      'Fuerza de mano y brazo tres veces por semana. Caminar {25..35} min.',
      'Apoyo inclinado 3 × {6..10}, muñeca con {1>2} kg 3 × 12.',
      'Equilibrio en la cocina y rutina de mano de diez minutos.',
    ],
  },
}

import type { Condition } from '../condition.ts'

export const ankleSprain: Condition = {
  key: 'ankle-sprain',
  name: 'Esguince de tobillo {lado}',
  share: 9,
  ages: [15, 52],
  sessions: [6, 12],
  everyDays: [2, 5],
  pain: [7, 0],
  onsetDays: [3, 18],
  discomfort: [
    'Dolor e inflamación en la cara externa del tobillo {lado}. Apoya con dificultad y usa bota inmovilizadora.',
    'Tobillo {lado} inflamado y con morado, inseguridad al caminar en piso irregular.',
  ],
  mechanism: [
    'Inversión al pisar un hueco en el andén; continuó caminando con dolor.',
    'Inversión al caer de un salto sobre el pie de otro jugador.',
    'Tropezón en las escaleras de la estación con torsión hacia adentro.',
  ],
  painDescription: [
    'Punzante delante y debajo del maléolo externo al apoyar y al girar. Sordo de noche. Cede con hielo y elevación.',
    'Dolor al mover hacia adentro y al bajar escaleras. Sin bloqueo ni chasquido.',
  ],
  evolution: [
    'Inflamación máxima al segundo día, en descenso. Reglas de Ottawa negativas en urgencias.',
    'Segundo esguince del mismo tobillo en dos años.',
  ],
  inspection: [
    'Edema perimaleolar externo, perímetro en ocho +2,5 cm. Equimosis en borde lateral. Marcha con apoyo corto.',
    'Edema moderado, sin deformidad. Equilibrio a una pierna menor de 5 s.',
  ],
  palpation: [
    'Dolor en ligamento peroneoastragalino anterior. Cajón anterior con leve aumento y tope. Sindesmosis sin dolor.',
    'Dolor en LPAA y calcaneoperoneo. Peroneos débiles por dolor 4−/5. Base del quinto metatarsiano sin dolor.',
  ],
  plan: [
    'Retirar la bota en una semana, marcha sin cojera en dos, dorsiflexión simétrica, equilibrio y fuerza de peroneos, retorno al deporte con pruebas de salto y vendaje las primeras semanas.',
    'Controlar edema, carga progresiva, propiocepción y programa preventivo de recaídas durante tres meses.',
  ],
  orders: [
    'Esguince grado II. Bota una semana, carga a tolerancia, fisioterapia.',
    'Radiografía sin fractura. Hielo, compresión y apoyo progresivo.',
  ],
  medication: [
    'Ibuprofeno 400 mg cada 8 horas por tres días',
    'Hielo 15 minutos, tres veces al día',
    'Sin medicación',
  ],
  referredBy: ['Urgencias, Clínica de la 63', 'Dra. Natalia Prieto, medicina del deporte'],
  measure: { text: 'Dorsiflexión en pared {m} cm', from: 3, to: 12 },
  study: {
    subtype: 'xray',
    name: 'Radiografía de tobillo {lado}',
    note: 'Proyecciones anteroposterior, lateral y de mortaja. Sin trazos de fractura. Mortaja simétrica. Aumento de partes blandas perimaleolares externas.',
  },
  early: {
    patient: [
      'Apoya con la bota; sin ella duele al dar el paso.',
      'Se inflama al final del día. Durmió con el pie en alto.',
      'Menos morado. Molestia al bajar escaleras, una por una.',
    ],
    findings: [
      'Edema en ocho +{1,5|2} cm. Dolor en LPAA {4..5}/10.',
      'Marcha con apoyo corto, corrige con señal verbal. Peroneos 4−/5 con dolor.',
      'Cajón con tope firme. Equilibrio a una pierna {4..8} s.',
    ],
    treatment: [
      'Drenaje y vendaje compresivo, movilización astrágalo grado II {5..6} min. Movilidad activa 3 × {12..15}.',
      'Crioterapia 12 min, isométricos de peroneos 5 × {8..10} s. Marcha con apoyo completo {6..8} min.',
      'Electroterapia 15 min. Movilización con movimiento para dorsiflexión 3 × 10. Vendaje funcional.',
    ],
    exercises: [
      'Alfabeto con el pie y bombeo 3 × 15, cuatro veces al día. Hielo y elevación.',
      'Isométricos de peroneos 5 × 10 s. Apoyo progresivo {8..12} min sin cojear.',
      'Estiramiento de gemelo con toalla 4 × {20..30} s.',
    ],
  },
  middle: {
    patient: [
      'Camina sin bota y sin cojear. Inseguridad en piso irregular.',
      'Subió el cerro con calma, molestia {2..3}/10 al bajar.',
      'Sin inflamación por la noche.',
    ],
    findings: [
      'Edema mínimo. Peroneos 4+/5. Equilibrio {15..25} s.',
      'Dorsiflexión con tope anterior, sin dolor ligamentario.',
      'Elevación de talón a una pierna {10..15} repeticiones.',
    ],
    treatment: [
      'Banda para eversión 3 × {12..15}, escalón 3 × 10. Superficie inestable {8..10} min.',
      'Movilización en carga para dorsiflexión 3 × 10. Talones 3 × {10..15}, zancadas 3 × 8.',
      'Equilibrio con lanzamiento de balón 4 × {30..40} s. Saltos bipodales suaves 3 × 10.',
    ],
    exercises: [
      'Eversión con banda 3 × 15, equilibrio a una pierna 4 × {30..40} s, a diario.',
      'Talones a una pierna 3 × {8..12}. Caminar {25..35} min en pasto.',
      'Dorsiflexión en pared 3 × 12 y zancadas 3 × 8.',
    ],
  },
  late: {
    patient: [
      'Trotó {10..20} minutos sin dolor.',
      'Jugó un rato con vendaje, se sintió estable.',
      'Sin molestia en la semana. Salta la cuerda.',
    ],
    findings: [
      'Salto lateral {88>98} % del lado sano. Sin edema.',
      'Equilibrio con ojos cerrados {15..25} s. Peroneos 5/5.',
      'Prueba en Y anterior: diferencia de {1..3} cm.',
    ],
    treatment: [
      'Pliometría lateral {60..80} contactos. Cambios de dirección {8..10} min.',
      'Carrera en figura de ocho, frenadas y saltos a una pierna 3 × 8.',
      'Pruebas de retorno al deporte y enseñanza del vendaje preventivo.',
    ],
    exercises: [
      'Programa preventivo de {8..10} minutos, tres veces por semana por tres meses.',
      'Saltos a una pierna 3 × 8 y equilibrio con ojos cerrados 4 × 20 s.',
      'Trote progresivo, {15..25} min, días alternos.',
    ],
  },
}

export const plantarFasciitis: Condition = {
  key: 'plantar-fasciitis',
  name: 'Fascitis plantar {ladoa}',
  share: 8,
  ages: [30, 66],
  sessions: [8, 14],
  everyDays: [5, 9],
  pain: [7, 1],
  onsetDays: [50, 240],
  discomfort: [
    'Dolor en el talón {lado} con los primeros pasos de la mañana y al levantarse después de estar sentad{gen}.',
    'Dolor en la planta del pie {lado}, cerca del talón, que aumenta al final de la jornada de pie.',
  ],
  mechanism: [
    'Comenzó al cambiar a un trabajo de pie y con calzado plano.',
    'Aumento del kilometraje de carrera en poco tiempo.',
    'Inicio gradual, sin golpe; aumento de peso en el último año.',
  ],
  painDescription: [
    'Como una puntilla en el talón con los primeros pasos, mejora al caminar y vuelve al final del día.',
    'Punzante en tubérculo medial del calcáneo, tirante en la planta. No hay hormigueo.',
  ],
  evolution: [
    'Meses con altibajos. Plantillas compradas sin mejoría clara.',
    'Más intenso en las últimas seis semanas.',
  ],
  inspection: [
    'Pie plano flexible, pronación aumentada. Dorsiflexión limitada con rodilla extendida. Marcha con poco despegue.',
    'Arco conservado, gemelo corto. Evita apoyar el talón al levantarse.',
  ],
  palpation: [
    'Dolor en tubérculo medial del calcáneo, prueba de Windlass positiva. Aquiles sin dolor. Tinel negativo.',
    'Fascia engrosada en su origen. Puntos gatillo en sóleo y flexor corto de los dedos.',
  ],
  plan: [
    'Bajar el dolor de los primeros pasos, aumentar carga de la fascia con elevación de talones y toalla, recuperar dorsiflexión, adaptar calzado. Explicar que mejora en tres a seis meses.',
    'Carga progresiva de alta intensidad, terapia manual de pantorrilla y pie, control de la carga diaria.',
  ],
  orders: [
    'Fisioterapia y calzado con soporte. Reconsiderar infiltración en tres meses.',
    'Control de peso. No caminar sin zapatos.',
  ],
  medication: ['Diclofenaco en gel por la noche', 'Sin medicación', 'Acetaminofén 500 mg después del turno'],
  referredBy: ['Dra. Lina Botero, medicina familiar', 'Dr. Iván Cuéllar, ortopedia de pie'],
  measure: { text: 'Elevación de talón a una pierna: {m} repeticiones', from: 6, to: 25 },
  early: {
    patient: [
      'Primeros pasos {6..7}/10; cojea hasta la cocina.',
      'Turno de pie de {8..9} horas, terminó con mucho dolor.',
      'Alivia con la botella congelada bajo el pie.',
    ],
    findings: [
      'Windlass positivo. Dolor en tubérculo medial {5..6}/10.',
      'Dorsiflexión con rodilla extendida {2..4}°. Sóleo con bandas tensas.',
      'Marcha con despegue pobre. Flexor del primer dedo 4/5.',
    ],
    treatment: [
      'Liberación de fascia y sóleo {8..10} min. Estiramiento específico de fascia 10 × 10 s. Vendaje antipronación.',
      'Movilización de astrágalo y primer radio {6..8} min. Isométricos de talones 5 × {30..45} s.',
      'Ultrasonido pulsado 5 min, masaje de pantorrilla. Toalla bajo los dedos 3 × 10.',
    ],
    exercises: [
      'Estirar la fascia 10 × 10 s antes de levantarse. Botella fría {5..8} min por la noche.',
      'Isométrico de talones 5 × {30..45} s, a diario. Zapatos desde la cama.',
      'Estiramiento de gemelo y sóleo 3 × 30 s, tres veces al día.',
    ],
  },
  middle: {
    patient: [
      'Primeros pasos {3..4}/10 y duran menos de un minuto.',
      'Trabajó el turno con los zapatos nuevos y llegó mejor.',
      'Molestia después de caminar {40..50} minutos.',
    ],
    findings: [
      'Windlass levemente positivo. Dorsiflexión {6..8}°.',
      'Elevación de talones bilateral con toalla sin aumento a las 24 h.',
      'Tubérculo medial {2..3}/10 a la presión.',
    ],
    treatment: [
      'Talones en escalón con toalla 3 × 12 con {2>8} kg, tempo 3-2-3. Pie corto 3 × 10.',
      'Liberación de pantorrilla {6..8} min y talones a una pierna 4 × 8.',
      'Fuerza de intrínsecos {6..8} min, equilibrio a una pierna, marcha con despegue.',
    ],
    exercises: [
      'Talones con toalla 3 × {10..12}, día de por medio, lento.',
      'Pie corto 3 × 10 y equilibrio 4 × 30 s. Caminar {20..30} min.',
      'Subir mochila con {2>6} kg en los talones cuando haga 3 × 12 sin dolor.',
    ],
  },
  late: {
    patient: [
      'Sin dolor por la mañana casi toda la semana.',
      'Caminó {50..70} minutos el domingo, molestia 1/10.',
      'Volvió a trotar {15..25} minutos en pasto.',
    ],
    findings: [
      'Windlass negativo. Dorsiflexión {9..12}°.',
      'Sin dolor a la presión. Pie corto mantenido en apoyo a una pierna.',
      'Saltos a una pierna sin dolor, 2 × {10..15}.',
    ],
    treatment: [
      'Talones a una pierna con {6>12} kg 4 × 8. Saltos suaves {40..60} contactos.',
      'Progresión de carrera: {6..8} × 2 min. Revisión del calzado.',
      'Fuerza de pantorrilla y cadera, {15..18} min. Plan ante recaídas.',
    ],
    exercises: [
      'Talones con carga {2..3} veces por semana por tres meses.',
      'Carrera con aumento del 10 % semanal. Estirar después.',
      'Fuerza de pie y pantorrilla 15 minutos, tres veces por semana.',
    ],
  },
}

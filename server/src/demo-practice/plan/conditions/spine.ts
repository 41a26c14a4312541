import type { Condition } from '../condition.ts'

export const lowBackPain: Condition = {
  key: 'low-back-pain',
  name: 'Lumbalgia mecánica',
  share: 14,
  ages: [22, 74],
  sessions: [8, 15],
  everyDays: [2, 6],
  pain: [7, 1],
  onsetDays: [6, 90],
  discomfort: [
    'Dolor lumbar bajo al estar sentad{gen} más de media hora y al levantarse de la silla.',
    'Dolor lumbar al agacharse y al cargar, con rigidez de unos veinte minutos por la mañana.',
    'Dolor lumbar en banda que limita caminar más de {15..20} minutos y dormir boca abajo.',
  ],
  mechanism: [
    'Levantó una caja desde el suelo con giro del tronco; sintió un tirón y el dolor aumentó al día siguiente.',
    'Sin trauma. Jornadas de nueve horas frente al computador desde que trabaja en casa.',
    'Esfuerzo al mover muebles durante un trasteo.',
  ],
  painDescription: [
    'Sordo, en banda a la altura de L4-L5, sin irradiación por debajo del glúteo. Aumenta en flexión mantenida, cede al caminar.',
    'Punzante al pasar de sentado a de pie y al toser. Alivia acostado con las rodillas dobladas. No hay parestesias ni pérdida de fuerza.',
  ],
  evolution: [
    'Mejoró un poco la primera semana y se estancó. Dos episodios parecidos en los últimos tres años.',
    'Primer episodio. Sin señales de alarma: no hay fiebre, pérdida de peso, dolor nocturno ni alteración de esfínteres.',
  ],
  inspection: [
    'Rectificación de la lordosis lumbar, leve desviación del tronco. Flexión con dedos a {30..40} cm del suelo y dolor al volver.',
    'Aumento de la lordosis, abdomen poco activo. Extensión limitada con dolor local. Marcha cautelosa, sin cojera.',
  ],
  palpation: [
    'Espasmo de paravertebrales L3-S1 y cuadrado lumbar. Dolor a la presión posteroanterior de L4 y L5. Lasègue negativo bilateral.',
    'Puntos dolorosos en glúteo medio y multífidos. Neurodinamia negativa, reflejos y fuerza normales. Pruebas sacroilíacas negativas.',
  ],
  plan: [
    'Aliviar el dolor en dos semanas, recuperar flexión sin temor, tolerar dos horas sentad{gen} y cargar 10 kg con buena técnica. Programa propio de ejercicio al alta.',
    'Educación en dolor, actividad progresiva, control motor lumbopélvico y fuerza de cadera. Adaptar el puesto de trabajo.',
  ],
  orders: [
    'Fisioterapia diez sesiones. No requiere imágenes. Mantener actividad.',
    'Medicina laboral recomienda pausas activas cada hora y evitar cargas de más de 10 kg por cuatro semanas.',
  ],
  medication: [
    'Acetaminofén 1 g cada 8 horas por cinco días',
    'Metocarbamol 750 mg por la noche, tres días',
    'Sin medicación',
  ],
  referredBy: [
    'Dra. Lina Botero, medicina familiar',
    'Dr. Julián Páez, medicina laboral',
    'Dr. Óscar Rincón, fisiatría',
  ],
  measure: { text: 'Flexión: dedos a {m} cm del suelo', from: 38, to: 4 },
  early: {
    patient: [
      'Amaneció rígid{gen}; tarda {20..30} minutos en soltarse.',
      'Le da temor agacharse. Estuvo sentad{gen} toda la mañana y terminó con más dolor.',
      'Caminó {10..15} minutos y le alivió. Duele al levantarse de la cama.',
      'Dolor al ponerse las medias y al toser.',
    ],
    findings: [
      'Espasmo paravertebral L3-S1. Vuelve de la flexión apoyándose en los muslos.',
      'Extensión repetida centraliza y disminuye el dolor. Lasègue negativo.',
      'Activación tardía de transverso. Dolor a la presión en L{4..5}.',
      'Dolor al pasar de sentado a de pie, mejora tras {8..10} repeticiones.',
    ],
    treatment: [
      'Calor húmedo 15 min, masaje descontracturante paravertebral {8..12} min. Extensiones en prono 3 × 10.',
      'Movilización posteroanterior L4-L5 grado II, {3..4} × 60 s. Respiración y activación de transverso {6..8} min.',
      'Educación en dolor y posturas de alivio. Báscula pélvica 3 × {10..12}, rodillas al pecho {5..6} × 20 s.',
      'TENS {15..20} min. Liberación de cuadrado lumbar. Caminata en banda {6..8} min a paso cómodo.',
    ],
    exercises: [
      'Extensiones en prono 10 repeticiones cada {2..3} horas. Caminar {10..15} min dos veces al día.',
      'Báscula pélvica 3 × {10..12} y gato-camello 2 × 10, mañana y noche.',
      'Levantarse de la silla cada 30 minutos. Rodillas al pecho 5 × 20 s.',
    ],
  },
  middle: {
    patient: [
      'Tolera una hora sentad{gen}. Volvió a {barrer|cocinar|pasear el perro} sin dolor después.',
      'Un solo día con dolor en la semana, tras un viaje largo en bus.',
      'Ya se agacha sin pensar. Queda cansancio al final del día.',
      'Durmió bien toda la semana; molestia leve al cargar el mercado.',
    ],
    findings: [
      'Flexión fluida con leve desviación final. Presión en L4-L5 poco dolorosa.',
      'Mantiene el control lumbopélvico {6..8} s en puente. Glúteo medio 4/5.',
      'Sin espasmo. Rigidez dorsal que compensa la zona lumbar.',
      'Sentadilla con buena técnica hasta 70°, pierde la neutralidad después.',
    ],
    treatment: [
      'Manipulación dorsal y movilización lumbar grado III. Puente 3 × {10..12}, bird-dog 3 × 8.',
      'Peso muerto con bastón y después {4>10} kg, 3 × 10. Plancha lateral corta 3 × {15..20} s.',
      'Bisagra de cadera frente al espejo, sentadilla con {4>8} kg 3 × 10. Estiramiento de isquiotibiales.',
      'Movilidad dorsal sobre rodillo {5..6} min. Puente a una pierna 3 × {6..8}.',
    ],
    exercises: [
      'Bird-dog 3 × 8 y plancha lateral 3 × {15..25} s, días alternos. Caminar {25..35} min.',
      'Puente 3 × {12..15}, bisagra de cadera con bastón 2 × 12, a diario.',
      'Sentadilla a silla 3 × {10..12}. Pausa activa cada hora en el trabajo.',
    ],
  },
  late: {
    patient: [
      'Trabajó toda la semana sin dolor. Hizo la rutina {3..4} días.',
      'Cargó a su {nieto|hijo|sobrina} y no pasó nada. Se siente segur{gen}.',
      'Volvió al gimnasio con la mitad de la carga, sin molestia al día siguiente.',
      'Caminó {45..60} minutos en el parque sin dolor.',
    ],
    findings: [
      'Movilidad completa sin dolor. Plancha {45..60} s con buena alineación.',
      'Levanta {8>12} kg desde el suelo con bisagra de cadera correcta, 10 repeticiones.',
      'Glúteo medio 5/5. Sin dolor a la presión lumbar.',
      'Prueba de carga repetida sin aumento de síntomas.',
    ],
    treatment: [
      'Peso muerto {8>14} kg 3 × 10, paseo del granjero {6>10} kg, 4 × 20 m. Plan de recaídas.',
      'Sentadilla con carga {6>12} kg 3 × 10, plancha con alcance 3 × {8..10}.',
      'Circuito funcional de empuje, tracción y carga, {15..20} min. Revisión del programa propio.',
      'Salto bajo y frenado 3 × {6..8}. Resolver dudas sobre actividad y recaídas.',
    ],
    exercises: [
      'Fuerza {2..3} días por semana: peso muerto, puente y plancha. Caminar o nadar los demás.',
      'Programa de mantenimiento de {15..20} minutos, tres veces por semana.',
      'Rutina del gimnasio con aumento de un 10 % cada semana si no hay dolor.',
    ],
  },
}

export const sciatica: Condition = {
  key: 'sciatica',
  name: 'Lumbociática {ladoa}',
  share: 6,
  ages: [28, 62],
  sessions: [12, 18],
  everyDays: [3, 6],
  pain: [8, 1],
  onsetDays: [10, 80],
  discomfort: [
    'Dolor lumbar que baja por el glúteo y la cara posterior de la pierna {ladoa} hasta el pie, con hormigueo en el borde externo.',
    'Dolor eléctrico en la pierna {ladoa} al sentarse y al toser. No tolera conducir más de {10..15} minutos.',
  ],
  mechanism: [
    'Comenzó tras cargar bultos de cemento; primero dolor lumbar, a los tres días bajó a la pierna.',
    'Sin desencadenante claro; aumentó después de un vuelo largo.',
  ],
  painDescription: [
    'Eléctrico y quemante en territorio S1, aumenta con flexión, tos y estornudo. Cede caminando despacio y en prono.',
    'Punzante en glúteo, quemante en pantorrilla, con parestesias en los dos últimos dedos. Peor sentad{gen}.',
  ],
  evolution: [
    'Tres semanas muy intenso, algo mejor desde el inicio del medicamento. Sin alteración de esfínteres ni anestesia en silla de montar.',
    'Estable. El dolor lumbar cedió y el de la pierna persiste.',
  ],
  inspection: [
    'Desviación del tronco hacia el lado contrario. Marcha con paso corto de la pierna {ladoa}. Camina en puntas con debilidad leve.',
    'Evita apoyar el isquion {lado} al sentarse. Flexión lumbar muy limitada con dolor en la pierna.',
  ],
  palpation: [
    'Lasègue {lado} positivo a 40°, slump positivo. Reflejo aquiliano disminuido. Fuerza de tríceps sural 4/5. Sensibilidad en escotadura ciática.',
    'Lasègue positivo a 35°, cruzado negativo. Dermatoma S1 con hipoestesia leve. Piramidal y glúteo con puntos dolorosos.',
  ],
  plan: [
    'Centralizar el dolor, recuperar neurodinamia y fuerza de tríceps sural, volver a estar sentad{gen} una hora. Vigilar signos neurológicos en cada sesión y remitir si progresan.',
    'Posiciones de alivio y ejercicio direccional, deslizamientos neurales, fuerza de tronco y cadera, retorno gradual al trabajo.',
  ],
  orders: [
    'Resonancia: hernia discal L5-S1 posterolateral {ladoa}. Manejo conservador seis semanas, control con neurocirugía.',
    'Incapacidad por diez días. Fisioterapia tres veces por semana.',
  ],
  medication: [
    'Pregabalina 75 mg por la noche y acetaminofén 1 g cada 8 horas',
    'Pregabalina 75 mg por la noche, sin analgésico diurno',
    'Retiró la pregabalina por indicación médica',
  ],
  referredBy: ['Dr. Ernesto Galvis, neurocirugía', 'Dr. Óscar Rincón, fisiatría'],
  measure: { text: 'Lasègue {m}°', from: 35, to: 80 },
  study: {
    subtype: 'exam',
    name: 'Resonancia lumbosacra',
    note: 'Deshidratación del disco L5-S1 con hernia posterolateral {ladoa} que contacta la raíz S1. Canal de amplitud conservada. Sin listesis. Articulaciones facetarias con cambios leves.',
  },
  early: {
    patient: [
      'Dolor hasta el pie al sentarse. Descansa mejor de lado con una almohada entre las rodillas.',
      'El hormigueo sigue en los dos últimos dedos. Toser le dispara el dolor.',
      'Caminó {5..8} minutos; después el dolor bajó menos por la pierna.',
    ],
    findings: [
      'Extensión repetida centraliza hasta la {pantorrilla|rodilla}. Aquiliano disminuido, sin cambios.',
      'Fuerza de tríceps sural 4/5: {8..10} elevaciones a una pierna. Slump positivo.',
      'Desviación lateral corregible; al corregirla baja el dolor de la pierna.',
    ],
    treatment: [
      'Corrección lateral y extensiones en prono {4..5} × 10. Tracción manual lumbar {5..6} min.',
      'Deslizamientos neurales de ciático 2 × {8..10}, sin tensión. TENS 20 min en territorio S1.',
      'Movilización lumbar en rotación grado II, {3..4} × 45 s. Educación sobre evolución y señales de alarma.',
    ],
    exercises: [
      'Extensiones en prono 10 repeticiones cada dos horas. Evitar sillas bajas.',
      'Deslizamiento del ciático 2 × {8..10}, tres veces al día. Caminar {5..10} min varias veces.',
      'Posición de descanso 90-90, {5..8} minutos, cuatro veces al día.',
    ],
  },
  middle: {
    patient: [
      'El dolor ya no pasa de la rodilla. Tolera {25..35} minutos sentad{gen}.',
      'El hormigueo aparece solo al final del día.',
      'Volvió a trabajar medio tiempo. Duele el glúteo después de conducir.',
    ],
    findings: [
      'Dolor centralizado en glúteo. Slump levemente positivo. Aquiliano presente, algo disminuido.',
      'Tríceps sural {12..16} elevaciones a una pierna. Sin desviación del tronco.',
      'Flexión con dolor lumbar y no de la pierna. Sensibilidad S1 normal al roce.',
    ],
    treatment: [
      'Deslizamientos con tensión progresiva 3 × 8. Puente y bird-dog 3 × {8..10}.',
      'Movilización lumbar grado III y neurodinamia en slump, {6..8} min. Elevación de talones 3 × {8>15}.',
      'Estiramiento de piramidal 4 × 30 s. Control lumbopélvico en bipedestación, {8..10} min.',
    ],
    exercises: [
      'Puente 3 × {10..12}, bird-dog 3 × 8, deslizamiento del ciático 2 × 10, a diario.',
      'Elevación de talones 3 × {8>15}. Caminar {20..30} min.',
      'Cambiar de posición cada 25 minutos. Piramidal 3 × 30 s.',
    ],
  },
  late: {
    patient: [
      'Sin dolor en la pierna desde hace {6..9} días. Cansancio lumbar al final de la jornada.',
      'Condujo {40..60} minutos sin síntomas.',
      'Retomó la bicicleta estática {20..30} minutos.',
    ],
    findings: [
      'Slump negativo. Aquiliano simétrico. {20..25} elevaciones de talón a una pierna.',
      'Flexión repetida sin síntomas. Carga {5>10} kg desde el suelo con buena técnica.',
      'Fuerza y sensibilidad normales. Plancha {30..45} s.',
    ],
    treatment: [
      'Peso muerto {4>10} kg 3 × 10, plancha lateral 3 × 20 s. Plan de retorno al trabajo completo.',
      'Circuito de fuerza de tronco y cadera {15..20} min. Neurodinamia de mantenimiento.',
      'Sentadilla y carga funcional {5>10} kg. Repaso de señales de alarma y manejo de recaídas.',
    ],
    exercises: [
      'Fuerza de tronco y cadera tres veces por semana. Caminar {40..50} min.',
      'Peso muerto con mochila 3 × 10, plancha 3 × {25..40} s, días alternos.',
      'Bicicleta {25..35} min y programa de tronco, tres veces por semana.',
    ],
  },
}

export const neckPain: Condition = {
  key: 'neck-pain',
  name: 'Cervicalgia',
  share: 11,
  ages: [20, 64],
  sessions: [7, 12],
  everyDays: [3, 7],
  pain: [6, 1],
  onsetDays: [10, 120],
  discomfort: [
    'Dolor de cuello y pesadez en los hombros al final de la jornada, con dolor de cabeza dos veces por semana.',
    'Dolor y rigidez cervical al girar la cabeza hacia la {ladoa}, sobre todo al conducir en reversa.',
    'Dolor cervical con tensión en trapecios que dificulta concentrarse y dormir.',
  ],
  mechanism: [
    'Sin trauma. Trabajo con portátil y teléfono, periodo de mucho estrés.',
    'Amaneció con el cuello bloqueado; desde entonces no recupera el giro completo.',
    'Frenazo en un taxi hace unas semanas, sin golpe. Urgencias descartó fractura.',
  ],
  painDescription: [
    'Tensivo en trapecio superior y base del cráneo, sube a la sien. Aumenta con pantalla, alivia con calor y masaje.',
    'Punzante al final de la rotación {ladoa}, sordo en reposo. No irradia al brazo, sin hormigueo.',
  ],
  evolution: [
    'Episodios intermitentes desde hace un año, más frecuentes en los últimos dos meses.',
    'Mejoró algo con calor; estable desde hace dos semanas.',
  ],
  inspection: [
    'Cabeza adelantada, hombros protruidos. Rotación {ladoa} limitada y dolorosa al final.',
    'Cifosis dorsal alta rígida, respiración apical. Movilidad cervical lenta y con temor.',
  ],
  palpation: [
    'Bandas tensas en trapecio superior y elevador de la escápula. Dolor facetario C2-C3 y C5-C6. Spurling negativo.',
    'Suboclavios y suboccipitales sensibles, reproducen el dolor de cabeza. Prueba de flexión-rotación positiva.',
  ],
  plan: [
    'Recuperar rotación simétrica, bajar la frecuencia del dolor de cabeza y tolerar la jornada. Fuerza de flexores profundos y cintura escapular. Ajustes del puesto de trabajo.',
    'Terapia manual cervical y dorsal, control motor de flexores profundos, ejercicio de cintura escapular y pausas activas.',
  ],
  orders: [
    'Radiografía sin alteraciones traumáticas. Fisioterapia diez sesiones.',
    'Pausas activas y ajuste de pantalla por salud ocupacional.',
  ],
  medication: [
    'Acetaminofén 500 mg si hay dolor de cabeza',
    'Ibuprofeno 400 mg, dos tomas esta semana',
    'Sin medicación',
  ],
  referredBy: ['Dra. Lina Botero, medicina familiar', 'Dr. Julián Páez, medicina laboral'],
  measure: { text: 'Rotación {ladoa} {m}°', from: 48, to: 80 },
  early: {
    patient: [
      'Dolor de cabeza {2..3} días de la semana, empieza en la nuca.',
      'No puede mirar hacia atrás al conducir. Se despierta rígid{gen}.',
      'Jornada de {9..10} horas frente a la pantalla; terminó con el cuello muy cargado.',
    ],
    findings: [
      'Bandas tensas en trapecio superior. Rotación con freno muscular al final.',
      'Presión en C2-C3 reproduce el dolor de cabeza. Spurling negativo.',
      'Flexión craneocervical {22..24} mmHg con uso de esternocleidomastoideo.',
    ],
    treatment: [
      'Liberación suboccipital {6..8} min, movilización C2-C3 grado II. Calor húmedo 15 min.',
      'Masaje y presión isquémica de trapecio y elevador, {10..12} min. Rotación activa asistida con toalla 2 × 10.',
      'Manipulación dorsal alta, movilización lateral cervical grado II-III. Flexores profundos 10 × {6..8} s.',
    ],
    exercises: [
      'Rotación y deslizamiento con toalla 2 × 10. Pausa de dos minutos cada {45..50} minutos.',
      'Doble mentón 10 × {5..8} s, tres veces al día. Estirar trapecio 3 × 30 s.',
      'Calor quince minutos por la noche, movilidad suave en todas las direcciones.',
    ],
  },
  middle: {
    patient: [
      'Un solo dolor de cabeza en la semana, cedió sin pastilla.',
      'Ya gira para parquear; molesta al final del giro.',
      'Subió la pantalla y usa teclado aparte: termina el día menos cargad{gen}.',
    ],
    findings: [
      'Rotación casi simétrica, tirantez final. Flexores profundos 26 mmHg, {8..10} s.',
      'Trapecio superior menos tenso. Dorsal alta todavía rígida.',
      'Trapecio inferior 4/5. Mantiene postura corregida {10..15} minutos.',
    ],
    treatment: [
      'Movilización cervical grado III y dorsal. Remo con banda 3 × {10..12}, Y y T en prono 2 × 10.',
      'Deslizamientos apofisarios con movimiento hacia la {ladoa}, 3 × 8. Flexores profundos con carga {10..12} min.',
      'Liberación de pectoral menor, movilidad dorsal con rodillo {5..6} min, remo 3 × 12.',
    ],
    exercises: [
      'Remo con banda 3 × {10..12}, doble mentón 10 × 10 s, días alternos.',
      'Ángel de pared 2 × {8..10} y rotación dorsal en cuadrupedia 2 × 10, a diario.',
      'Caminata de {20..30} minutos y pausas activas cada hora.',
    ],
  },
  late: {
    patient: [
      'Sin dolor de cabeza desde hace {10..14} días.',
      'Terminó una entrega pesada en el trabajo y el cuello aguantó.',
      'Duerme bien y gira sin molestia.',
    ],
    findings: [
      'Movilidad completa y simétrica. Flexores profundos 30 mmHg × {8..10} s.',
      'Resistencia de flexores {30..40} s. Sin bandas tensas activas.',
      'Trapecio inferior y serrato 5/5. Postura mantenida sin esfuerzo.',
    ],
    treatment: [
      'Fuerza de cintura escapular con {3>6} kg 3 × 12. Ajuste final del puesto de trabajo con fotos.',
      'Press, remo y encogimientos con {3>6} kg, 3 × 10. Plan de autocuidado ante recaídas.',
      'Movilización de mantenimiento {8..10} min y repaso del programa propio.',
    ],
    exercises: [
      'Fuerza de cuello y hombros {2..3} veces por semana, pausas activas diarias.',
      'Remo, press y ángel de pared 3 × 12, tres días por semana.',
      'Rutina de diez minutos al cerrar la jornada.',
    ],
  },
}

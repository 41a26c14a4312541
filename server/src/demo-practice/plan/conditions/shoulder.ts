import type { Condition } from '../condition.ts'

export const rotatorCuff: Condition = {
  key: 'rotator-cuff',
  name: 'Manguito rotador, hombro {lado}',
  share: 11,
  ages: [32, 72],
  sessions: [10, 18],
  everyDays: [3, 7],
  pain: [8, 1],
  onsetDays: [25, 160],
  discomfort: [
    'Dolor en cara lateral del hombro {lado} al elevar el brazo por encima de 90° y al vestirse. No puede dormir sobre ese lado.',
    'Dolor y pérdida de fuerza en el hombro {lado} al alcanzar objetos altos, peinarse o abrochar prendas por detrás.',
    'Dolor nocturno en el hombro {lado} que despierta dos o tres veces, con limitación para las labores de la casa.',
  ],
  mechanism: [
    'Inicio progresivo, sin trauma, tras varias semanas de trabajo con los brazos por encima de la cabeza.',
    'Tirón al levantar una maleta pesada con el brazo separado del cuerpo; el dolor aumentó en los días siguientes.',
    'Sobrecarga por aumento brusco del entrenamiento de fuerza (press militar y dominadas).',
  ],
  painDescription: [
    'Punzante al elevar entre 70° y 120°, sordo en reposo. Irradia por la cara lateral del brazo hasta la inserción del deltoides. Cede con calor local.',
    'Quemante en cara anterolateral, aumenta con la rotación interna y al acostarse sobre el lado afectado. No hay parestesias.',
  ],
  evolution: [
    'Aumentó durante el primer mes y se mantiene estable desde hace tres semanas. Sin episodios previos.',
    'Un episodio parecido hace dos años que cedió con fisioterapia. El actual es más intenso y limita el sueño.',
  ],
  inspection: [
    'Hombro {lado} ascendido y en antepulsión. Discinesia escapular en el descenso. Sin atrofia visible de supraespinoso ni edema.',
    'Protracción de hombros, cifosis dorsal aumentada. Arco doloroso entre 80° y 120° en abducción; elevación con compensación de trapecio superior.',
  ],
  palpation: [
    'Dolor 7/10 en troquíter y corredera bicipital. Puntos gatillo en trapecio superior e infraespinoso. Jobe y Hawkins positivos; Patte negativo.',
    'Sensibilidad en el espacio subacromial y en el vientre del supraespinoso. Neer y Hawkins positivos, Gerber negativo, fuerza de rotación externa 4−/5.',
  ],
  plan: [
    'Disminuir el dolor nocturno en tres semanas. Recuperar elevación activa completa sin arco doloroso. Fuerza de rotadores 5/5 y control escapular en el descenso. Retorno gradual a tareas por encima de la cabeza.',
    'Modular el dolor con terapia manual y ejercicio isométrico, progresar a carga excéntrica de rotadores y serratos, reeducar el ritmo escapulohumeral y enseñar manejo de cargas en el trabajo.',
  ],
  orders: [
    'Ecografía de hombro aportada: tendinosis de supraespinoso sin ruptura. Fisioterapia, evitar carga por encima de la cabeza cuatro semanas.',
    'Ortopedia indica manejo conservador y control en seis semanas. Crioterapia a necesidad.',
  ],
  medication: [
    'Acetaminofén 500 mg cada 8 horas si hay dolor',
    'Naproxeno 250 mg cada 12 horas con comida, por cinco días',
    'Sin medicación',
  ],
  referredBy: [
    'Dr. Camilo Hoyos, ortopedia de hombro',
    'Dra. Lina Botero, medicina familiar',
    'Dr. Óscar Rincón, fisiatría',
  ],
  measure: { text: 'Flexión activa {m}°', from: 95, to: 172 },
  study: {
    subtype: 'exam',
    name: 'Ecografía de hombro {lado}',
    note: 'Tendón del supraespinoso engrosado e hipoecoico en su inserción, sin imagen de ruptura. Mínimo líquido en la bursa subacromial-subdeltoidea. Porción larga del bíceps en su corredera. Conclusión: tendinosis del supraespinoso con bursitis leve.',
  },
  early: {
    patient: [
      'Se despertó {2..3} veces por el hombro. Le cuesta vestirse y peinarse.',
      'Dolor al girar el volante y al abrochar el cinturón. Descansa mejor con una almohada bajo el brazo.',
      'Molestia constante al final del día. Evita cargar con ese brazo.',
      'Dolor al sacar el brazo para ponerse la chaqueta; en reposo está tranquil{gen}.',
    ],
    findings: [
      'Arco doloroso entre {78..84}° y 120°. Hawkins positivo. Compensa con trapecio superior.',
      'Dolor a la resistencia en rotación externa, fuerza 4−/5. Escápula alada leve en el descenso.',
      'Rotación interna hasta {L5|L4|sacro}, con dolor final. Sensibilidad en el espacio subacromial.',
      'Jobe positivo con dolor 6/10. Movilidad pasiva casi completa, limitada por dolor y no por rigidez.',
    ],
    treatment: [
      'Movilización glenohumeral grado II caudal y posterior, {6..10} min. Isométricos de rotadores al 30 %, 5 × 30 s.',
      'Liberación miofascial de trapecio superior e infraespinoso, {8..12} min. Deslizamientos en mesa 3 × 10.',
      'TENS convencional {15..20} min con calor húmedo. Activación de serrato en apoyo de pared, 3 × {8..10}.',
      'Masaje de fricción en supraespinoso {4..6} min. Pendulares y rotación externa isométrica, 5 × {20..30} s.',
    ],
    exercises: [
      'Pendulares {2..3} min, tres veces al día. Isométricos de rotación externa contra pared 5 × 20 s.',
      'Deslizamientos en mesa 3 × {10..12}, retracción escapular 3 × 10, dos veces al día.',
      'Dormir con almohada bajo el brazo. Flexión asistida con bastón 2 × {10..15}.',
    ],
  },
  middle: {
    patient: [
      'Dolor al peinarse, ya no al vestirse. Durmió {4..5} horas seguidas sobre el lado sano.',
      'Cargó una bolsa liviana sin dolor. Le molesta alcanzar el estante alto de la cocina.',
      'Volvió a conducir trayectos cortos. Queda molestia al final de la elevación.',
      'Ya no se despierta por dolor, salvo cuando gira sobre ese hombro.',
    ],
    findings: [
      'Arco doloroso entre 90° y {105..115}°. Jobe negativo, Hawkins levemente positivo.',
      'Mejora el control escapular en el descenso. Rotación externa {45..60}°, fuerza 4/5.',
      'Elevación sin ascenso del hombro hasta 130°. Dolor solo en la última parte del recorrido.',
      'Rotación interna hasta L{1..2}. Tolera carga isométrica de {2..3} kg en rotación externa.',
    ],
    treatment: [
      'Movilización glenohumeral grado III, isométricos de rotadores a {2>4} kg, 4 × 30 s. Excéntricos con banda verde.',
      'Movilización escapulotorácica y de columna dorsal, {8..10} min. Rotación externa con banda 3 × {10..12}.',
      'Remo con polea {4>8} kg 3 × 12, serrato en cuadrupedia 3 × 10, facilitación de trapecio inferior.',
      'Inhibición por presión en infraespinoso {4..6} min y carga excéntrica 3 × {8..10}.',
    ],
    exercises: [
      'Deslizamientos en pared 3 × 12, rotación externa con banda 3 × {8..12}, días alternos.',
      'Remo con banda 3 × {10..12} y estiramiento de pectoral 3 × 30 s, a diario.',
      'Elevación en el plano de la escápula con {1>2} kg, 3 × 10, sin pasar de 90° si hay dolor.',
    ],
  },
  late: {
    patient: [
      'Duerme sobre ese lado sin despertarse. Le molesta solo al cargar por encima de la cabeza.',
      'Volvió a nadar {15..25} minutos sin dolor después.',
      'Alcanza el estante alto. Ayer cargó las bolsas del mercado y no dolió por la noche.',
      'Hizo la rutina de pesas con la mitad de la carga y se sintió segur{gen}.',
    ],
    findings: [
      'Elevación completa sin arco doloroso. Rotación externa {65..75}°. Supraespinoso 4+/5.',
      'Ritmo escapulohumeral simétrico. Hawkins y Neer negativos. Fuerza de rotadores 5/5 con leve fatiga.',
      'Elevaciones repetidas con {2..3} kg, 20 repeticiones, sin compensación de trapecio.',
      'Rotación interna hasta T{8..10}, igual que el lado sano.',
    ],
    treatment: [
      'Movilización final de rango. Press por encima de la cabeza con {2>5} kg, 3 × 10.',
      'Pliometría suave con balón de 1 kg, 3 × {10..12}. Diagonales con banda azul 3 × 10.',
      'Carga funcional: alcanzar, empujar y cargar {4>8} kg a la altura de los ojos, {12..15} min.',
      'Apoyo en plancha con toques de hombro 3 × {8..12}. Revisión del gesto de trabajo.',
    ],
    exercises: [
      'Press con {2>5} kg 3 × 10 y rotación externa a 90° con banda 3 × 10, tres días por semana.',
      'Flexiones inclinadas 3 × {8..12}, diagonales con banda 3 × 12, días alternos.',
      'Programa de mantenimiento: remo, press y rotadores, {2..3} veces por semana.',
    ],
  },
}

export const frozenShoulder: Condition = {
  key: 'frozen-shoulder',
  name: 'Hombro congelado, {lado}',
  share: 6,
  ages: [42, 66],
  sessions: [16, 24],
  everyDays: [4, 8],
  pain: [8, 2],
  onsetDays: [60, 240],
  discomfort: [
    'Rigidez marcada y dolor del hombro {lado}: no logra ponerse el sostén o la chaqueta ni rascarse la espalda.',
    'Dolor continuo en el hombro {lado}, peor de noche, con pérdida progresiva de movimiento en todas las direcciones.',
  ],
  mechanism: [
    'Inicio insidioso sin trauma, hace varios meses. Antecedente de glucosas alteradas.',
    'Comenzó tras unas semanas con el brazo en reposo por una caída leve; el dolor pasó y la rigidez fue aumentando.',
  ],
  painDescription: [
    'Profundo y difuso, con punzada al movimiento brusco. Irradia al codo. No cede del todo con el reposo.',
    'Sordo de día, intenso de noche. Aumenta al final de cualquier movimiento, sobre todo en rotación externa.',
  ],
  evolution: [
    'Primero dominó el dolor, desde hace seis semanas domina la rigidez. Fase de congelación a congelado.',
    'El dolor nocturno empieza a ceder; la movilidad sigue disminuyendo.',
  ],
  inspection: [
    'Hombro {lado} en rotación interna y aducción. Elevación con inclinación del tronco. Hipotrofia leve de deltoides.',
    'Balanceo del brazo disminuido en la marcha. Escápula que se eleva desde el inicio de la abducción.',
  ],
  palpation: [
    'Sensación final capsular en todas las direcciones. Rotación externa pasiva 10°. Sensibilidad en la cápsula anterior.',
    'Patrón capsular: rotación externa más limitada que abducción y rotación interna. Trapecio superior y elevador tensos.',
  ],
  plan: [
    'Controlar el dolor y recuperar rotación externa a 60° y elevación a 150° en cuatro meses, con movilización progresiva y trabajo diario en casa. Explicar las fases y los tiempos de la enfermedad.',
    'Movilización capsular según irritabilidad, ejercicio activo asistido diario, fortalecimiento en el rango ganado. Metas: vestirse y dormir sin dolor.',
  ],
  orders: [
    'Infiltración glenohumeral realizada hace diez días. Iniciar movilidad sin restricción según tolerancia.',
    'Control de glucosa con medicina interna. Fisioterapia dos veces por semana.',
  ],
  medication: [
    'Acetaminofén con codeína por la noche si hay dolor',
    'Metformina 850 mg (previa), acetaminofén 1 g a necesidad',
    'Sin analgésicos esta semana',
  ],
  referredBy: ['Dr. Camilo Hoyos, ortopedia de hombro', 'Dra. Adriana Lasso, medicina interna'],
  measure: { text: 'Rotación externa pasiva {m}°', from: 8, to: 62 },
  early: {
    patient: [
      'Durmió sentad{gen} parte de la noche. Cualquier movimiento rápido le provoca una punzada.',
      'El dolor bajó un poco después de la sesión anterior, la rigidez sigue igual.',
      'Necesita ayuda para ponerse la chaqueta. Usa el otro brazo para todo.',
    ],
    findings: [
      'Elevación {80..95}°, abducción {55..65}°. Irritabilidad alta: dolor antes del final del recorrido.',
      'Patrón capsular sin cambios. Compensa con inclinación del tronco desde los 60°.',
      'Rotación interna hasta el glúteo. Dolor nocturno según diario: {5..7}/10.',
    ],
    treatment: [
      'Calor húmedo 15 min. Movilización grado I y II en dirección caudal y posterior, {8..10} min.',
      'Movilización suave en posición de reposo, tracción sostenida {5..6} × 30 s. Activo asistido con poleas {5..8} min.',
      'TENS 20 min y movilización escapulotorácica. Pendulares con {0,5|1} kg, 3 min.',
    ],
    exercises: [
      'Pendulares y rotación externa con bastón 2 × {8..10}, cuatro veces al día, sin pasar de dolor 4/10.',
      'Deslizamiento en mesa {10..15} repeticiones, tres veces al día, después de calor.',
      'Elevación asistida con la otra mano, acostad{gen}, 2 × {8..12}.',
    ],
  },
  middle: {
    patient: [
      'Duerme {5..6} horas seguidas. La rigidez domina, el dolor aparece solo al final.',
      'Logró peinarse con esa mano, con esfuerzo.',
      'Ya se pone la camisa sin ayuda; la chaqueta todavía no.',
      'Nota que gana movimiento después del calor y lo pierde un poco al día siguiente.',
    ],
    findings: [
      'Elevación {110..125}°. Dolor solo al final, irritabilidad media. Sensación capsular firme.',
      'Gana rotación externa en aducción; la rotación interna es lo más limitado, hasta L{4..5}.',
      'Compensación escapular menor hasta 90°. Deltoides 4/5 en el rango disponible.',
    ],
    treatment: [
      'Movilización grado III y IV en el final del recorrido, {10..12} min. Contraer-relajar en rotación externa 5 × 10 s.',
      'Estiramiento sostenido de cápsula posterior {4..5} × 45 s. Poleas y escalera digital {8..10} min.',
      'Deslizamiento caudal con cincha {8..10} min. Rotación externa activa contra banda amarilla 3 × 10.',
    ],
    exercises: [
      'Estiramiento en el marco de la puerta 5 × 30 s, tres veces al día. Rotación interna con toalla 2 × {8..10}.',
      'Escalera en la pared hasta marcar una altura más cada semana. Bastón en todas las direcciones, 2 × {10..12}.',
      'Durmiente modificado 4 × 30 s, dos veces al día. Banda amarilla 3 × {8..10}.',
    ],
  },
  late: {
    patient: [
      'Se viste sin ayuda y alcanza el bolsillo de atrás. Queda tirantez al final.',
      'Volvió a {tender la ropa|cocinar|trapear} sin pensar en el hombro.',
      'No hay dolor de noche. La rigidez de la mañana pasa en {5..10} minutos.',
    ],
    findings: [
      'Elevación {145..160}°, rotación interna hasta T{11..12}. Sensación final menos firme.',
      'Ritmo escapulohumeral casi simétrico hasta 140°. Fuerza de rotadores 4+/5.',
      'Sin dolor a la presión final en rotación externa. Diferencia de {8..12}° con el lado sano.',
    ],
    treatment: [
      'Movilización grado IV en final de rango {8..10} min. Press y remo con {2>4} kg, 3 × 12.',
      'Estiramientos mantenidos en el final del recorrido. Carga funcional por encima de la cabeza con {1>3} kg.',
      'Fortalecimiento de rotadores con banda verde 3 × {10..12}. Nadadores en prono 3 × 10.',
    ],
    exercises: [
      'Estiramientos capsulares una vez al día y banda verde 3 × {10..12}, tres días por semana.',
      'Natación o movimientos de natación en seco {10..15} min. Rotación interna con toalla 2 × 10.',
      'Mantener movilidad diaria diez minutos durante seis meses.',
    ],
  },
}

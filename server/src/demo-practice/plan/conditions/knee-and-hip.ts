import type { Condition } from '../condition.ts'

export const ligamentReconstruction: Condition = {
  key: 'acl-reconstruction',
  name: 'Rodilla {ladoa}, posoperatorio LCA',
  share: 6,
  ages: [17, 40],
  sessions: [22, 34],
  everyDays: [3, 7],
  pain: [6, 0],
  onsetDays: [25, 70],
  discomfort: [
    'Tercera semana de reconstrucción de LCA de rodilla {ladoa} con injerto de isquiotibiales. Camina con dos muletas, no extiende del todo.',
    'Quince días de reconstrucción de LCA {lado} con injerto de tendón rotuliano. Inflamación, dolor al doblar y temor a apoyar.',
  ],
  mechanism: [
    'Giro con el pie fijo jugando fútbol; sintió un chasquido y la rodilla se inflamó a las dos horas.',
    'Caída esquiando sobre la rodilla en valgo. Cirugía programada siete semanas después.',
    'Aterrizaje de un salto en voleibol, sin contacto.',
  ],
  painDescription: [
    'Tirantez anterior al doblar, dolor en la zona del injerto al activar isquiotibiales. Aumenta al final del día con la inflamación.',
    'Dolor 6/10 al final de la flexión, sordo de noche. Cede con hielo y elevación.',
  ],
  evolution: [
    'Posoperatorio sin complicaciones. Puntos retirados al día doce. Inflamación en descenso.',
    'Fiebre descartada, herida seca. Dolor bien controlado desde la segunda semana.',
  ],
  inspection: [
    'Portales y cicatriz limpios, derrame moderado. Cuádriceps {lado} con hipotrofia, perímetro a 15 cm del polo superior 3 cm menor. Déficit de extensión 8°.',
    'Marcha con muletas y rodilla en flexión. Contracción de cuádriceps pobre, sin cierre completo en elevación de pierna recta.',
  ],
  palpation: [
    'Calor local leve, signo de oleada positivo. Rótula con movilidad disminuida hacia superior. Zona donante sensible. Lachman no explorado.',
    'Rótula adherida en sentido medial. Dolor en zona donante. Sin signos de trombosis, pantorrilla blanda.',
  ],
  plan: [
    'Extensión completa en dos semanas, flexión 120° a las seis, marcha sin muletas a las cuatro, fuerza de cuádriceps 90 % y pruebas de salto antes del retorno al deporte, no antes de los nueve meses.',
    'Protocolo por criterios: controlar derrame, activar cuádriceps, recuperar movilidad, fuerza en cadena cerrada y abierta, carrera al cumplir criterios, retorno al deporte con batería de pruebas.',
  ],
  orders: [
    'Carga a tolerancia con muletas hasta marcha sin cojera. Cadena abierta de 90° a 45° desde la semana cuatro. Control en seis semanas.',
    'Protocolo de LCA con sutura meniscal: flexión máxima 90° hasta la semana seis.',
  ],
  medication: [
    'Acetaminofén 1 g cada 8 horas y crioterapia',
    'Sin analgésicos; hielo después de la sesión',
    'Sin medicación',
  ],
  referredBy: ['Dr. Felipe Arboleda, ortopedia de rodilla', 'Dra. Natalia Prieto, medicina del deporte'],
  measure: { text: 'Flexión {m}°', from: 78, to: 140 },
  study: {
    subtype: 'exam',
    name: 'Resonancia de rodilla {ladoa}',
    note: 'Ruptura completa del ligamento cruzado anterior en su tercio medio. Edema óseo en cóndilo femoral lateral y platillo tibial posterior. Menisco medial con desgarro vertical corto periférico. Ligamentos colaterales íntegros.',
  },
  early: {
    patient: [
      'Rodilla inflamada al final del día. Duerme con la pierna elevada.',
      'Camina en casa con una muleta. Tirantez al doblar.',
      'Le cuesta activar el cuádriceps; siente la pierna débil al subir el andén.',
      'Menos dolor esta semana, hielo {3..4} veces al día.',
    ],
    findings: [
      'Derrame grado {1..2}. Déficit de extensión {4..6}°. Rótula con mejor deslizamiento superior.',
      'Elevación de pierna recta con retraso de {5..8}°. Perímetro de muslo −{2,5|3} cm.',
      'Marcha con rodilla en flexión en el apoyo; corrige con señal verbal.',
      'Contracción de cuádriceps visible, VMO retrasado. Herida sin signos de infección.',
    ],
    treatment: [
      'Movilización rotuliana {5..6} min, extensión pasiva con peso {8..10} min. Electroestimulación de cuádriceps 15 min.',
      'Deslizamientos de talón 3 × {12..15}, isométricos de cuádriceps 5 × 10 × 5 s. Crioterapia 15 min.',
      'Entrenamiento de marcha frente al espejo {8..10} min. Minisentadilla 0-45° 3 × 10, bicicleta sin resistencia {6..8} min.',
      'Drenaje y vendaje compresivo. Pierna recta en cuatro planos 3 × {10..12}.',
    ],
    exercises: [
      'Extensión con talón sobre rollo {8..10} min, cuatro veces al día. Isométricos de cuádriceps 10 × 10.',
      'Deslizamientos de talón 3 × {12..15}, pierna recta 3 × 10, tres veces al día. Hielo 15 min.',
      'Marcha con muleta corrigiendo la extensión, {10..15} minutos, dos veces al día.',
    ],
  },
  middle: {
    patient: [
      'Camina sin muletas. Baja escaleras con apoyo y algo de temor.',
      'Bicicleta {15..20} minutos sin inflamarse después.',
      'Cansancio de la pierna tras la sesión, sin dolor al día siguiente.',
      'Trabajó de pie {3..4} horas y amaneció sin derrame.',
    ],
    findings: [
      'Extensión completa, derrame mínimo. Sentadilla con carga desplazada al lado sano {10..15} %.',
      'Cuádriceps {60>80} % del lado sano con dinamómetro. Isquiotibiales sin dolor a la resistencia.',
      'Control en apoyo a una pierna {20..30} s, valgo leve al bajar el escalón.',
      'Perímetro de muslo −{1,5|2} cm. Marcha simétrica.',
    ],
    treatment: [
      'Prensa {20>60} kg 3 × 12, sentadilla búlgara 3 × {6..8}. Propiocepción en superficie inestable {8..10} min.',
      'Cadena abierta 90°-45° con {3>8} kg, 3 × 12. Curl nórdico asistido 3 × {5..6}. Escalón de 15 cm 3 × 10.',
      'Puente a una pierna 3 × 12, peso muerto rumano {6>16} kg 3 × 10. Bicicleta {12..15} min.',
      'Trabajo de valgo dinámico con banda, escalón lateral 3 × {8..10}, equilibrio con perturbaciones.',
    ],
    exercises: [
      'Sentadilla búlgara 3 × 8, puente a una pierna 3 × {10..12}, bicicleta {20..25} min, días alternos.',
      'Escalón lateral 3 × 10 y equilibrio a una pierna 4 × {30..40} s, a diario.',
      'Gimnasio: prensa {20>50} kg y curl de isquiotibiales, tres veces por semana.',
    ],
  },
  late: {
    patient: [
      'Trotó {8..15} minutos alternando con caminata, sin derrame.',
      'Se siente segur{gen} en los cambios de dirección suaves.',
      'Entrenó {3..4} veces en la semana. Queda algo de temor al salto a una pierna.',
      'Sin dolor ni inflamación. Pregunta por el retorno al equipo.',
    ],
    findings: [
      'Salto a una pierna {78>95} % del lado sano. Aterriza sin valgo.',
      'Cuádriceps {82>96} % del lado sano. Flexión completa sin molestia.',
      'Prueba de tres saltos {80>94} %. Sin derrame tras la carga.',
      'Cuestionario de disposición psicológica {55>80}/100.',
    ],
    treatment: [
      'Pliometría bipodal y unipodal, {80..110} contactos. Sentadilla {30>55} kg 4 × 6.',
      'Carrera en banda {12..18} min con cambios de ritmo. Escalera de agilidad {8..10} min.',
      'Cambios de dirección planeados a {45..60} % de velocidad. Curl nórdico 3 × 8.',
      'Fuerza máxima en prensa a una pierna {35>60} kg 4 × 6, frenadas y aceleraciones 6 × 10 m.',
    ],
    exercises: [
      'Fuerza {2..3} días, trote continuo {15..25} min dos días, sin jugar todavía.',
      'Pliometría suave dos veces por semana, curl nórdico 3 × {6..8}, bicicleta el resto.',
      'Programa preventivo de calentamiento de {15..20} minutos antes de cada entrenamiento.',
    ],
  },
}

export const kneeOsteoarthritis: Condition = {
  key: 'knee-osteoarthritis',
  name: 'Gonartrosis {ladoa}',
  share: 9,
  ages: [54, 84],
  sessions: [12, 20],
  everyDays: [4, 8],
  pain: [7, 2],
  onsetDays: [200, 900],
  discomfort: [
    'Dolor en la rodilla {ladoa} al bajar escaleras y al levantarse de la silla, con rigidez al iniciar la marcha.',
    'Dolor medial de rodilla {ladoa} que limita caminar más de tres cuadras. Siente crujidos y a veces que la rodilla se le va.',
  ],
  mechanism: [
    'Inicio gradual hace años. Trabajó de pie toda la vida.',
    'Meniscectomía hace veinte años en esa rodilla. Aumento de peso en los últimos años.',
  ],
  painDescription: [
    'Mecánico, en línea articular medial, aumenta con carga y escaleras, cede en reposo. Rigidez de diez minutos al comenzar a moverse.',
    'Profundo y sordo, con punzadas al girar. Peor con el frío y después de estar mucho tiempo sentad{gen}.',
  ],
  evolution: [
    'Progresivo, con brotes de inflamación dos veces al año.',
    'Empeoró en los últimos seis meses; dejó de caminar en el parque.',
  ],
  inspection: [
    'Genu varo leve, cuádriceps hipotrófico. Derrame mínimo. Marcha antálgica con apoyo corto.',
    'Flexo de 5°. Se levanta de la silla con ayuda de las manos. Descarga el peso en la otra pierna.',
  ],
  palpation: [
    'Dolor en interlínea medial y pata de ganso. Crepitación patelofemoral. Cuádriceps 4/5, glúteo medio 4−/5.',
    'Rótula con deslizamiento disminuido. Dolor en interlínea. Estable en varo y valgo. Isquiotibiales acortados.',
  ],
  plan: [
    'Caminar treinta minutos y bajar escaleras con paso alterno. Fuerza de cuádriceps y cadera, control de peso, ejercicio en grupo al alta. Explicar que el ejercicio no desgasta la rodilla.',
    'Fuerza progresiva tres veces por semana, ejercicio aeróbico de bajo impacto, terapia manual para extensión y educación.',
  ],
  orders: [
    'Artrosis grado II-III de Kellgren y Lawrence. Fisioterapia y nutrición; no hay indicación quirúrgica por ahora.',
    'Ortopedia: manejo conservador por seis meses antes de definir reemplazo.',
  ],
  medication: [
    'Acetaminofén 1 g en la mañana; losartán 50 mg habitual',
    'Diclofenaco en gel tres veces al día',
    'Sin analgésicos esta semana',
  ],
  referredBy: [
    'Dr. Felipe Arboleda, ortopedia de rodilla',
    'Dra. Adriana Lasso, medicina interna',
    'Dra. Lina Botero, medicina familiar',
  ],
  measure: { text: 'Levantarse de la silla en 30 s: {m} repeticiones', from: 7, to: 14 },
  study: {
    subtype: 'xray',
    name: 'Radiografía de rodillas con apoyo',
    note: 'Disminución del espacio femorotibial medial {lado}, osteofitos marginales y esclerosis subcondral. Espacio patelofemoral conservado. Clasificación de Kellgren y Lawrence II-III.',
  },
  early: {
    patient: [
      'Dolor al bajar las escaleras de la estación. Se apoya en la baranda.',
      'Amaneció con la rodilla inflamada después del mercado.',
      'Rigidez de {10..15} minutos al levantarse. Camina dos cuadras y descansa.',
    ],
    findings: [
      'Derrame leve. Déficit de extensión {4..6}°. Usa las manos para levantarse.',
      'Dolor en interlínea medial. Glúteo medio 4−/5 con caída de pelvis.',
      'Marcha de 6 minutos: {260..300} m con una pausa.',
    ],
    treatment: [
      'Movilización tibiofemoral para extensión grado III, {6..8} min. Isométricos de cuádriceps 5 × {8..10} s.',
      'Calor 15 min, bicicleta sin resistencia {6..8} min, sentarse y levantarse de silla alta 3 × 6.',
      'Movilización rotuliana y masaje de cuádriceps {8..10} min. Pierna recta 3 × {8..10}.',
    ],
    exercises: [
      'Isométricos de cuádriceps y pierna recta 3 × {8..10}, dos veces al día.',
      'Sentarse y levantarse de silla alta 3 × {5..6}. Caminar {8..12} min en plano.',
      'Bicicleta estática {8..10} minutos sin resistencia. Calor antes, hielo si hay inflamación.',
    ],
  },
  middle: {
    patient: [
      'Caminó cuatro cuadras seguidas. Subir escaleras ya no duele, bajar sí.',
      'La rigidez pasa en {4..6} minutos.',
      'Asistió a la clase de hidroterapia y se sintió bien.',
    ],
    findings: [
      'Extensión completa. Cuádriceps 4+/5. Se levanta sin manos de silla alta.',
      'Marcha de 6 minutos: {310..350} m sin pausa. Sin derrame.',
      'Control de pelvis mejor al bajar escalón de 10 cm.',
    ],
    treatment: [
      'Prensa {15>35} kg 3 × 12, escalón de 10 cm 3 × {8..10}. Bicicleta {10..12} min.',
      'Sentadilla parcial con apoyo 3 × 10, abducción con banda 3 × 12. Equilibrio {6..8} min.',
      'Extensión de rodilla con {2>5} kg 3 × 12, puente 3 × {10..12}. Marcha con cambios de ritmo.',
    ],
    exercises: [
      'Sentarse y levantarse 3 × {8..10}, abducción con banda 3 × 12, días alternos. Caminar {20..25} min.',
      'Escalón bajo 3 × 8 con baranda. Puente 3 × 12.',
      'Hidroterapia o bicicleta {20..25} min, tres veces por semana.',
    ],
  },
  late: {
    patient: [
      'Caminó {30..40} minutos en el parque. Molestia leve que cede al descansar.',
      'Baja escaleras con paso alterno y baranda.',
      'Viajó a tierra caliente y no extrañó el bastón.',
    ],
    findings: [
      'Marcha de 6 minutos: {380..430} m. Se levanta de silla baja sin manos.',
      'Cuádriceps y glúteo medio 5−/5. Escalón de 20 cm con buen control.',
      'Equilibrio a una pierna {18..25} s. Rodilla sin derrame.',
    ],
    treatment: [
      'Circuito de fuerza {18..22} min: prensa {25>45} kg, escalón, puente. Plan de ejercicio en grupo.',
      'Sentadilla con {4>8} kg 3 × 10, escalón de 20 cm 3 × 8. Metas de caminata por semana.',
      'Fuerza de cadera con banda azul 3 × 12, equilibrio dinámico {8..10} min. Repaso de brotes.',
    ],
    exercises: [
      'Fuerza tres días por semana y caminata de {30..40} min los demás.',
      'Grupo de ejercicio del barrio {2..3} veces por semana. Escaleras con paso alterno.',
      'Rutina de mantenimiento 20 minutos; si hay brote, bajar la carga a la mitad dos días.',
    ],
  },
}

export const patellarTendinopathy: Condition = {
  key: 'patellar-tendinopathy',
  name: 'Tendinopatía rotuliana {ladoa}',
  share: 6,
  ages: [16, 42],
  sessions: [10, 16],
  everyDays: [4, 8],
  pain: [6, 1],
  onsetDays: [40, 260],
  discomfort: [
    'Dolor en el polo inferior de la rótula {ladoa} al saltar, frenar y bajar escaleras.',
    'Dolor anterior de rodilla {ladoa} al comenzar a entrenar, que calienta y vuelve por la noche.',
  ],
  mechanism: [
    'Aumento de entrenamientos de voleibol de tres a cinco por semana.',
    'Comenzó al preparar una media maratón con muchas bajadas.',
    'Inicio gradual tras empezar rutinas de saltos en el gimnasio.',
  ],
  painDescription: [
    'Localizado con un dedo en el tendón, punzante al saltar, sordo después de entrenar. No hay bloqueo ni inflamación.',
    'Aumenta con la carga y mejora con el calentamiento. Rigidez matutina de cinco minutos.',
  ],
  evolution: [
    'Meses con altibajos. El reposo alivia y el dolor vuelve con el primer partido.',
    'Empeoró en las últimas cuatro semanas; dejó de competir.',
  ],
  inspection: [
    'Sin derrame. Sentadilla a una pierna con valgo y dolor a 60°. Cuádriceps {lado} con leve hipotrofia.',
    'Dorsiflexión de tobillo limitada. Aterriza rígid{gen}, con poca flexión de cadera.',
  ],
  palpation: [
    'Dolor en polo inferior de la rótula. Sentadilla declinada 6/10. Sin dolor en tendón cuadricipital ni grasa de Hoffa.',
    'Tendón engrosado y sensible en su tercio proximal. Isométrico sostenido baja el dolor de 6 a 3.',
  ],
  plan: [
    'Carga progresiva en cuatro etapas (isométrica, isotónica pesada, energía elástica, deporte) con dolor permitido hasta 3/10. Retorno a competir en tres a cuatro meses.',
    'Gestionar la carga semanal, fuerza de cuádriceps, gemelos y cadera, técnica de aterrizaje, retorno por criterios.',
  ],
  orders: [
    'Medicina del deporte: no infiltrar. Carga progresiva y control en ocho semanas.',
    'Ecografía con engrosamiento proximal sin ruptura.',
  ],
  medication: ['Sin medicación', 'Hielo después de entrenar', 'Ibuprofeno 400 mg solo después del partido'],
  referredBy: ['Dra. Natalia Prieto, medicina del deporte'],
  measure: { text: 'Sentadilla declinada sin dolor hasta {m}°', from: 35, to: 90 },
  early: {
    patient: [
      'Dolor al bajar escaleras y al arrancar. Entrenó sin saltar.',
      'Rigidez al levantarse, pasa en {5..8} minutos.',
      'El isométrico le alivia unas {3..5} horas.',
    ],
    findings: [
      'Sentadilla declinada dolor {5..6}/10. Tras isométricos baja a {2..3}.',
      'Valgo dinámico en escalón. Cuádriceps {70..76} % del lado sano.',
      'Dolor puntual en polo inferior. Gemelo corto, dorsiflexión {8..9} cm en pared.',
    ],
    treatment: [
      'Isométricos en extensión a 60°, 5 × 45 s al 70 %. Educación sobre carga y dolor.',
      'Sentadilla española 5 × {30..45} s. Movilización de tobillo {5..6} min.',
      'Prensa isométrica a una pierna 5 × 45 s con {25>40} kg. Fuerza de glúteo medio 3 × {10..12}.',
    ],
    exercises: [
      'Sentadilla española 5 × {30..45} s, dos veces al día.',
      'Isométrico en pared 5 × 45 s antes de entrenar. Nada de saltos esta semana.',
      'Elevación de talones 3 × {12..15} y puente a una pierna 3 × 10.',
    ],
  },
  middle: {
    patient: [
      'Entrenó {2..3} veces sin saltar, dolor 2/10 al día siguiente.',
      'Baja escaleras sin dolor. Molesta al frenar.',
      'Hizo toda la fuerza de la semana; cansancio muscular normal.',
    ],
    findings: [
      'Sentadilla declinada {2..3}/10. Cuádriceps {80>90} % del lado sano.',
      'Escalón sin valgo con espejo. Tendón menos sensible.',
      'Tolera carga lenta pesada sin aumento a las 24 h.',
    ],
    treatment: [
      'Prensa lenta a una pierna {40>80} kg 4 × 8, tempo 3-0-3. Extensión de rodilla {8>16} kg 4 × 8.',
      'Sentadilla búlgara con {6>14} kg 4 × 8. Gemelos 4 × {10..12}.',
      'Sentadilla hack lenta 4 × 6 con {30>60} kg. Control de aterrizaje en cajón de 20 cm.',
    ],
    exercises: [
      'Carga lenta pesada tres días por semana, 4 × {6..8}. Isométricos los demás.',
      'Búlgara 3 × 8 con {6>12} kg, gemelos 3 × 12, días alternos.',
      'Bicicleta {25..35} min los días sin fuerza.',
    ],
  },
  late: {
    patient: [
      'Saltó {20..40} veces en el entrenamiento, dolor 1/10.',
      'Jugó un set completo sin molestia.',
      'Corrió {5..8} km en plano y amaneció bien.',
    ],
    findings: [
      'Saltos repetidos sin dolor. Cuádriceps {92>100} % del lado sano.',
      'Aterrizaje simétrico, buena flexión de cadera.',
      'Sentadilla declinada sin dolor, 3 × 15.',
    ],
    treatment: [
      'Pliometría {60..90} contactos con aterrizaje a una pierna. Prensa {60>90} kg 3 × 6.',
      'Saltos al cajón y frenadas, {12..15} min. Fuerza pesada de mantenimiento.',
      'Plan de retorno: minutos de juego por semana y reglas de dolor a 24 h.',
    ],
    exercises: [
      'Fuerza pesada {2..3} días por semana durante la temporada.',
      'Saltos en días alternos, {40..70} contactos, con 48 h entre sesiones.',
      'Isométricos antes del partido y registro del dolor a la mañana siguiente.',
    ],
  },
}

export const hipReplacement: Condition = {
  key: 'hip-replacement',
  name: 'Posoperatorio de reemplazo de cadera {ladoa}',
  share: 5,
  ages: [58, 84],
  sessions: [16, 24],
  everyDays: [3, 6],
  pain: [6, 1],
  onsetDays: [300, 1100],
  discomfort: [
    'Tres semanas de reemplazo total de cadera {ladoa}. Camina con caminador, necesita ayuda para ponerse las medias.',
    'Un mes de reemplazo de cadera {ladoa} por artrosis. Debilidad, cojera y temor a caerse.',
  ],
  mechanism: [
    'Coxartrosis de años de evolución. Cirugía por abordaje posterolateral sin complicaciones.',
    'Caída en casa con fractura de cuello femoral; reemplazo total al segundo día.',
  ],
  painDescription: [
    'Tirantez en la cicatriz y dolor en glúteo al apoyar. Cede en reposo. Dolor nocturno al girar.',
    'Dolor inguinal leve al levantar la pierna; cansancio muscular al final del día.',
  ],
  evolution: [
    'Herida cerrada, puntos retirados al día quince. Anticoagulación profiláctica hasta el día 35.',
    'Sin fiebre ni secreción. Mejora cada semana con los ejercicios del hospital.',
  ],
  inspection: [
    'Cicatriz limpia, edema leve de muslo. Marcha con caminador, paso corto. Trendelenburg positivo.',
    'Apoyo parcial con dos bastones. Longitud de miembros igual. Flexión de cadera hasta 80° permitida.',
  ],
  palpation: [
    'Glúteo medio 3/5, cuádriceps 4/5. Sensibilidad alrededor de la cicatriz. Pantorrilla blanda, sin signos de trombosis.',
    'Cicatriz con adherencia en el tercio distal. Tensor de la fascia lata tenso.',
  ],
  plan: [
    'Marcha sin ayudas a las ocho semanas, subir escaleras con paso alterno, glúteo medio 4+/5, prevenir caídas. Respetar precauciones de luxación hasta la semana seis.',
    'Fuerza progresiva de cadera, entrenamiento de marcha y equilibrio, adaptaciones en casa y retorno a caminar en el parque.',
  ],
  orders: [
    'No flexionar más de 90°, no cruzar las piernas, no rotar hacia adentro hasta la semana seis. Carga a tolerancia.',
    'Carga completa según tolerancia. Retirar un bastón a la semana cuatro. Control radiográfico a las seis semanas.',
  ],
  medication: [
    'Enoxaparina 40 mg hasta completar 35 días; acetaminofén 1 g cada 8 horas',
    'Acetaminofén 500 mg antes de la sesión',
    'Solo antihipertensivo habitual',
  ],
  referredBy: ['Dr. Germán Uribe, ortopedia de cadera'],
  measure: { text: 'Marcha de 6 minutos {m} m', from: 140, to: 410 },
  early: {
    patient: [
      'Camina en casa con caminador. Le cuesta entrar a la ducha.',
      'Durmió boca arriba con la almohada entre las piernas, despertó {1..2} veces.',
      'Sube al carro con ayuda. Se siente insegur{gen} en el andén.',
    ],
    findings: [
      'Trendelenburg positivo. Glúteo medio 3/5. Recuerda las precauciones.',
      'Paso corto del lado sano por poco tiempo de apoyo. Edema de muslo en descenso.',
      'Levantarse y caminar: {22..28} s con caminador.',
    ],
    treatment: [
      'Isométricos de glúteo y cuádriceps 5 × {8..10} s, abducción asistida 3 × 8. Marcha en paralelas {8..10} min.',
      'Descarga de peso lateral y adelante {6..8} min. Repaso de transferencias y ducha.',
      'Movilización de cicatriz {4..5} min. Flexión de cadera de pie hasta 70°, 3 × {8..10}.',
    ],
    exercises: [
      'Bombeo de tobillo, isométricos de glúteo y cuádriceps 10 cada hora.',
      'Abducción de pie con apoyo 2 × {8..10}, tres veces al día. Caminar {5..8} min cuatro veces.',
      'Sentarse en silla alta con brazos. Talón al glúteo de pie 2 × 10.',
    ],
  },
  middle: {
    patient: [
      'Camina afuera con un bastón, {10..15} minutos.',
      'Subió el primer piso con baranda.',
      'Se pone los zapatos con calzador; cansancio del glúteo por la tarde.',
    ],
    findings: [
      'Glúteo medio 4−/5. Trendelenburg leve al cansarse.',
      'Levantarse y caminar: {13..16} s con un bastón.',
      'Marcha más simétrica, apoyo del lado {lado} más largo. Cicatriz móvil.',
    ],
    treatment: [
      'Abducción con banda 3 × {8..10}, escalón de 10 cm 3 × 8. Marcha con un bastón {10..12} min.',
      'Puente 3 × {10..12}, sentarse y levantarse 3 × 8. Equilibrio en tándem.',
      'Bicicleta {8..10} min, paso lateral con banda 4 × 8 m. Escaleras con técnica.',
    ],
    exercises: [
      'Puente 3 × {8..12}, abducción de pie con banda 3 × 10, a diario.',
      'Caminar {15..20} min con un bastón, dos veces al día.',
      'Escalón bajo 3 × 8 con baranda. Equilibrio en la cocina 4 × {20..30} s.',
    ],
  },
  late: {
    patient: [
      'Camina sin bastón en casa y en la tienda.',
      'Fue a misa caminando, {20..30} minutos, sin dolor.',
      'Sube escaleras con paso alterno. Volvió a cocinar de pie.',
    ],
    findings: [
      'Trendelenburg negativo. Glúteo medio 4+/5.',
      'Levantarse y caminar: {9..11} s sin ayudas.',
      'Equilibrio a una pierna {8..14} s. Marcha simétrica.',
    ],
    treatment: [
      'Escalón de 20 cm 3 × {8..10}, sentadilla a silla con {3>6} kg 3 × 8. Marcha en rampa.',
      'Marcha con obstáculos y cambios de dirección {10..12} min. Fuerza de cadera con banda verde.',
      'Equilibrio dinámico y doble tarea {8..10} min. Metas de caminata y prevención de caídas.',
    ],
    exercises: [
      'Caminar {30..40} min diarios. Fuerza de cadera tres veces por semana.',
      'Escaleras una vez al día con paso alterno. Equilibrio 4 × {20..30} s.',
      'Grupo de adulto mayor dos veces por semana y rutina propia los demás días.',
    ],
  },
}

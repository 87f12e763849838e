// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/language.h"

#include <algorithm>
#include <array>

namespace worklines::render {
namespace {

constexpr std::array<Meaning, 4> reasons_en{{
    {"orphan", "still running by accounting, gone in fact"},
    {"over_limit", "time beyond the job's limit"},
    {"absurd", "times that cannot be"},
    {"opt_out", "of people who do not want to be in reports"},
}};
constexpr std::array<Meaning, 4> reasons_de{{
    {"orphan", "läuft laut Abrechnung noch, ist aber längst fort"},
    {"over_limit", "Zeit jenseits der Grenze des Jobs"},
    {"absurd", "unmögliche Zeiten"},
    {"opt_out", "von Personen, die in keinem Bericht stehen wollen"},
}};
constexpr std::array<Meaning, 4> reasons_es{{
    {"orphan", "sigue en marcha según la contabilidad, pero ya no existe"},
    {"over_limit", "tiempo más allá del límite del trabajo"},
    {"absurd", "tiempos imposibles"},
    {"opt_out", "de personas que no quieren figurar en informes"},
}};

constexpr std::array<Meaning, 5> evidence_en{{
    {"snapshot", "captured at submission"},
    {"snapshot_tie", "captured, one of several identical submissions"},
    {"by_id", "script kept under the job's id"},
    {"no_snapshot", "submitted while nothing was captured"},
    {"ambiguous", "several captured submissions could be it"},
}};
constexpr std::array<Meaning, 5> evidence_de{{
    {"snapshot", "beim Absenden erfasst"},
    {"snapshot_tie", "erfasst, eine von mehreren gleichen Einreichungen"},
    {"by_id", "Skript unter der Jobnummer aufbewahrt"},
    {"no_snapshot", "abgesandt, als nichts erfasst wurde"},
    {"ambiguous", "mehrere erfasste Einreichungen kommen in Frage"},
}};
constexpr std::array<Meaning, 5> evidence_es{{
    {"snapshot", "capturado al enviarlo"},
    {"snapshot_tie", "capturado, uno de varios envíos idénticos"},
    {"by_id", "script guardado con el número del trabajo"},
    {"no_snapshot", "enviado cuando no se capturaba nada"},
    {"ambiguous", "varios envíos capturados podrían serlo"},
}};

constexpr std::array<Activity, 12> jobs_en{{
    {"train", "a training", "training", "trainings"},
    {"finetune", "a fine-tuning", "fine-tuning", "fine-tunings"},
    {"evaluate", "an evaluation", "evaluation", "evaluations"},
    {"serve", "a server", "server", "servers"},
    {"prepare", "a preparation", "preparation", "preparations"},
    {"simulate", "a simulation", "simulation", "simulations"},
    {"analyse", "an analysis", "analysis", "analyses"},
    {"benchmark", "a benchmark", "benchmark", "benchmarks"},
    {"build", "a build", "build", "builds"},
    {"maintain", "a maintenance job", "maintenance job", "maintenance jobs"},
    {"interactive", "an interactive session", "interactive session", "interactive sessions"},
    {"", "a job", "job", "jobs"},
}};
constexpr std::array<Activity, 12> jobs_de{{
    {"train", "ein Training", "Training", "Trainings"},
    {"finetune", "ein Feintuning", "Feintuning", "Feintunings"},
    {"evaluate", "eine Auswertung", "Auswertung", "Auswertungen"},
    {"serve", "ein Server", "Server", "Server"},
    {"prepare", "eine Vorbereitung", "Vorbereitung", "Vorbereitungen"},
    {"simulate", "eine Simulation", "Simulation", "Simulationen"},
    {"analyse", "eine Analyse", "Analyse", "Analysen"},
    {"benchmark", "ein Benchmark", "Benchmark", "Benchmarks"},
    {"build", "eine Kompilierung", "Kompilierung", "Kompilierungen"},
    {"maintain", "ein Wartungsjob", "Wartungsjob", "Wartungsjobs"},
    {"interactive", "eine interaktive Sitzung", "interaktive Sitzung", "interaktive Sitzungen"},
    {"", "ein Job", "Job", "Jobs"},
}};
constexpr std::array<Activity, 12> jobs_es{{
    {"train", "un entrenamiento", "entrenamiento", "entrenamientos"},
    {"finetune", "un ajuste fino", "ajuste fino", "ajustes finos"},
    {"evaluate", "una evaluación", "evaluación", "evaluaciones"},
    {"serve", "un servidor", "servidor", "servidores"},
    {"prepare", "una preparación", "preparación", "preparaciones"},
    {"simulate", "una simulación", "simulación", "simulaciones"},
    {"analyse", "un análisis", "análisis", "análisis"},
    {"benchmark", "un benchmark", "benchmark", "benchmarks"},
    {"build", "una compilación", "compilación", "compilaciones"},
    {"maintain", "un trabajo de mantenimiento", "trabajo de mantenimiento", "trabajos de mantenimiento"},
    {"interactive", "una sesión interactiva", "sesión interactiva", "sesiones interactivas"},
    {"", "un trabajo", "trabajo", "trabajos"},
}};
constexpr std::array<Dependency, 6> dependencies_en{{
    {"afterany", "{0} {1} starts when {2} has ended, well or not", "{0} {1} start when {2} has ended, well or not"},
    {"after", "{0} {1} starts once {2} has started", "{0} {1} start once {2} has started"},
    {"afterok", "{0} {1} starts when {2} ends well", "{0} {1} start when {2} ends well"},
    {"afternotok", "{0} {1} starts when {2} fails", "{0} {1} start when {2} fails"},
    {"aftercorr", "{0} {1} starts task by task, as each task of {2} ends well",
     "{0} {1} start task by task, as each task of {2} ends well"},
    {"afterburstbuffer", "{0} {1} starts when {2} has ended and its burst buffer is written",
     "{0} {1} start when {2} has ended and its burst buffer is written"},
}};
constexpr std::array<Dependency, 6> dependencies_de{{
    {"afterany", "{0} {1} beginnt, wenn {2} zu Ende ist, gut oder nicht",
     "{0} {1} beginnen, wenn {2} zu Ende ist, gut oder nicht"},
    {"after", "{0} {1} beginnt, sobald {2} begonnen hat", "{0} {1} beginnen, sobald {2} begonnen hat"},
    {"afterok", "{0} {1} beginnt, wenn {2} gut endet", "{0} {1} beginnen, wenn {2} gut endet"},
    {"afternotok", "{0} {1} beginnt, wenn {2} scheitert", "{0} {1} beginnen, wenn {2} scheitert"},
    {"aftercorr", "{0} {1} beginnt Aufgabe für Aufgabe, wenn {2} sie gut beendet hat",
     "{0} {1} beginnen Aufgabe für Aufgabe, wenn {2} sie gut beendet hat"},
    {"afterburstbuffer", "{0} {1} beginnt, wenn {2} zu Ende und der Burst-Buffer geschrieben ist",
     "{0} {1} beginnen, wenn {2} zu Ende und der Burst-Buffer geschrieben ist"},
}};
constexpr std::array<Dependency, 6> dependencies_es{{
    {"afterany", "{0} {1} empieza cuando acaba {2}, bien o mal", "{0} {1} empiezan cuando acaba {2}, bien o mal"},
    {"after", "{0} {1} empieza en cuanto ha empezado {2}", "{0} {1} empiezan en cuanto ha empezado {2}"},
    {"afterok", "{0} {1} empieza cuando acaba bien {2}", "{0} {1} empiezan cuando acaba bien {2}"},
    {"afternotok", "{0} {1} empieza cuando fracasa {2}", "{0} {1} empiezan cuando fracasa {2}"},
    {"aftercorr", "{0} {1} empieza tarea a tarea, según acaba bien cada una de {2}",
     "{0} {1} empiezan tarea a tarea, según acaba bien cada una de {2}"},
    {"afterburstbuffer", "{0} {1} empieza cuando ha acabado {2} y su burst buffer está escrito",
     "{0} {1} empiezan cuando ha acabado {2} y su burst buffer está escrito"},
}};

constexpr Language english{
    .code = "en",
    .thousands = ",",
    .decimal = ".",
    .unknown = "unknown",
    .title = "What {} is used for",
    .period = "{} to {} (the last day is not part of it)",
    .totals = "At a glance",
    .jobs = "Jobs",
    .users = "Tenants",
    .scripts = "Scripts",
    .submissions = "Submissions",
    .never_started = "Never started",
    .gpu_hours = "GPU-hours",
    .cpu_hours = "CPU-hours",
    .joined = "Jobs with their script",
    .joined_jobs = "{} of {} ({})",
    .cpu_used = "CPU time used",
    .gpu_used = "GPU time used",
    .memory_used = "Peak memory",
    .used_measured = "{} (measured for {} of the hours)",
    .only_measured = "measured for {} of the hours",
    .lines = "Work lines",
    .line = "Line",
    .families = "Script families",
    .summary = "What it does",
    .domain = "Domain",
    .activities = "Activities",
    .tools = "Tools",
    .models = "Models",
    .benchmarks = "Benchmarks",
    .datasets = "Data sets",
    .habits = "Habits",
    .habit = "Habit",
    .share = "Share",
    .edges = "What waits for what",
    .first = "First",
    .then = "Then",
    .how = "How",
    .same_line = "the same line",
    .waits = "Waiting time by size of request",
    .size = "Request",
    .runs = "Runs",
    .median = "Half wait at most",
    .p90 = "Nine in ten wait at most",
    .longest = "Longest",
    .excluded = "Left out",
    .reason = "Why",
    .excluded_note = "These hours are in none of the figures above.",
    .none = "none",
    .method = "How this was counted",
    .origin = "Where a job's script comes from",
    .reserved_hours = "Hours are reserved hours: elapsed time by what was allocated, inside the period. "
                      "They say what was taken, not what was used.",
    .no_gpus = "Accounting does not track GPUs here: GPU-hours are unknown, not zero.",
    .reasons = reasons_en,
    .evidence = evidence_en,
    .jobs_of = jobs_en,
    .dependencies = dependencies_en,
};

constexpr Language german{
    .code = "de",
    .thousands = ".",
    .decimal = ",",
    .unknown = "unbekannt",
    .title = "Wofür {} genutzt wird",
    .period = "{} bis {} (der letzte Tag gehört nicht dazu)",
    .totals = "Auf einen Blick",
    .jobs = "Jobs",
    .users = "Personen",
    .scripts = "Skripte",
    .submissions = "Einreichungen",
    .never_started = "Nie gestartet",
    .gpu_hours = "GPU-Stunden",
    .cpu_hours = "CPU-Stunden",
    .joined = "Jobs mit ihrem Skript",
    .joined_jobs = "{} von {} ({})",
    .cpu_used = "Genutzte CPU-Zeit",
    .gpu_used = "Genutzte GPU-Zeit",
    .memory_used = "Höchster Speicherbedarf",
    .used_measured = "{} (gemessen für {} der Stunden)",
    .only_measured = "gemessen für {} der Stunden",
    .lines = "Arbeitslinien",
    .line = "Linie",
    .families = "Skriptfamilien",
    .summary = "Worum es geht",
    .domain = "Fachgebiet",
    .activities = "Tätigkeiten",
    .tools = "Werkzeuge",
    .models = "Modelle",
    .benchmarks = "Benchmarks",
    .datasets = "Datensätze",
    .habits = "Gewohnheiten",
    .habit = "Gewohnheit",
    .share = "Anteil",
    .edges = "Was worauf wartet",
    .first = "Zuerst",
    .then = "Danach",
    .how = "Wie",
    .same_line = "dieselbe Linie",
    .waits = "Wartezeit nach Größe der Anforderung",
    .size = "Anforderung",
    .runs = "Läufe",
    .median = "Die Hälfte wartet höchstens",
    .p90 = "Neun von zehn warten höchstens",
    .longest = "Am längsten",
    .excluded = "Ausgenommen",
    .reason = "Warum",
    .excluded_note = "Diese Stunden sind in keiner der Zahlen oben enthalten.",
    .none = "keine",
    .method = "Wie gezählt wurde",
    .origin = "Woher das Skript eines Jobs kommt",
    .reserved_hours =
        "Stunden sind reservierte Stunden: verstrichene Zeit mal Zugeteiltes, innerhalb des Zeitraums. "
        "Sie sagen, was belegt war, nicht, was genutzt wurde.",
    .no_gpus = "Die Abrechnung erfasst hier keine GPUs: GPU-Stunden sind unbekannt, nicht null.",
    .reasons = reasons_de,
    .evidence = evidence_de,
    .jobs_of = jobs_de,
    .dependencies = dependencies_de,
};

constexpr Language spanish{
    .code = "es",
    .thousands = ".",
    .decimal = ",",
    .unknown = "desconocido",
    .title = "Para qué se usa {}",
    .period = "{} a {} (el último día no está incluido)",
    .totals = "De un vistazo",
    .jobs = "Trabajos",
    .users = "Personas",
    .scripts = "Scripts",
    .submissions = "Envíos",
    .never_started = "Nunca empezaron",
    .gpu_hours = "Horas de GPU",
    .cpu_hours = "Horas de CPU",
    .joined = "Trabajos con su script",
    .joined_jobs = "{} de {} ({})",
    .cpu_used = "Tiempo de CPU usado",
    .gpu_used = "Tiempo de GPU usado",
    .memory_used = "Pico de memoria",
    .used_measured = "{} (medido en el {} de las horas)",
    .only_measured = "medido en el {} de las horas",
    .lines = "Líneas de trabajo",
    .line = "Línea",
    .families = "Familias de scripts",
    .summary = "Qué hace",
    .domain = "Campo",
    .activities = "Actividades",
    .tools = "Herramientas",
    .models = "Modelos",
    .benchmarks = "Benchmarks",
    .datasets = "Conjuntos de datos",
    .habits = "Hábitos",
    .habit = "Hábito",
    .share = "Parte",
    .edges = "Qué espera a qué",
    .first = "Primero",
    .then = "Después",
    .how = "Cómo",
    .same_line = "la misma línea",
    .waits = "Espera según el tamaño de lo pedido",
    .size = "Petición",
    .runs = "Ejecuciones",
    .median = "La mitad espera como mucho",
    .p90 = "Nueve de diez esperan como mucho",
    .longest = "La más larga",
    .excluded = "Excluido",
    .reason = "Por qué",
    .excluded_note = "Estas horas no están en ninguna de las cifras de arriba.",
    .none = "ninguno",
    .method = "Cómo se ha contado",
    .origin = "De dónde viene el script de un trabajo",
    .reserved_hours = "Las horas son horas reservadas: tiempo transcurrido por lo asignado, dentro del periodo. "
                      "Dicen lo que estuvo ocupado, no lo que se usó.",
    .no_gpus = "La contabilidad no registra aquí las GPU: las horas de GPU son desconocidas, no cero.",
    .reasons = reasons_es,
    .evidence = evidence_es,
    .jobs_of = jobs_es,
    .dependencies = dependencies_es,
};

constexpr std::array<Language, 3> table{english, german, spanish};

} // namespace

std::span<const Language> languages() { return table; }

const Language* language(std::string_view code) {
    const auto found = std::ranges::find(table, code, &Language::code);
    return found == table.end() ? nullptr : &*found;
}

const Activity& activity(const Language& language, std::string_view code) {
    const auto found = std::ranges::find(language.jobs_of, code, &Activity::code);
    return found == language.jobs_of.end() ? language.jobs_of.back() : *found;
}

const Dependency& dependency(const Language& language, std::string_view type) {
    const auto found = std::ranges::find(language.dependencies, type, &Dependency::type);
    return found == language.dependencies.end() ? language.dependencies.front() : *found;
}

std::string_view meaning(std::span<const Meaning> meanings, std::string_view code) {
    const auto found = std::ranges::find(meanings, code, &Meaning::code);
    return found == meanings.end() ? code : found->text;
}

} // namespace worklines::render

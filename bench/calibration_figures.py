"""Pictures of what calibration.py measured."""


def draw_figures(results, trainings, folder):
    raise NotImplementedError

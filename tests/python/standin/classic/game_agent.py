"""The stand-in's one player of the classic project: minimax or alpha-beta, to a depth or by iterative deepening."""

INF = float("inf")


class Timeout(Exception):
    pass


def custom_score(game, player):
    return float(len(game.get_legal_moves(player)))


class CustomPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, iterative=True, method="minimax", timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.iterative = iterative
        self.method = method
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def get_move(self, game, legal_moves, time_left):
        self.time_left = time_left
        best = legal_moves[0] if legal_moves else (-1, -1)
        search = self.minimax if self.method == "minimax" else self.alphabeta
        depths = range(1, len(game.get_blank_spaces()) + 1) if self.iterative else [self.search_depth]
        try:
            for depth in depths:
                value, best = search(game, depth)
                if value in (INF, -INF):
                    break
        except Timeout:
            pass
        return best

    def minimax(self, game, depth, maximizing_player=True):
        return self.search(game, depth, -INF, INF, maximizing_player, False)

    def alphabeta(self, game, depth, alpha=-INF, beta=INF, maximizing_player=True):
        return self.search(game, depth, alpha, beta, maximizing_player, True)

    def search(self, game, depth, alpha, beta, own, cuts):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise Timeout()
        moves = game.get_legal_moves() if depth else []
        if not moves:
            return self.score(game, self), (-1, -1)
        value, best = (-INF if own else INF), moves[0]
        for move in moves:
            found, _ = self.search(game.forecast_move(move), depth - 1, alpha, beta, not own, cuts)
            if (found > value) if own else (found < value):
                value, best = found, move
            if cuts and ((value >= beta) if own else (value <= alpha)):
                break
            if own:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        return value, best
